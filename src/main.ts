import http from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import * as pages from 'virtual:react-router/server-build';
import { ConfigError, readConfig, type Config } from './config.server.ts';
import { buildContext, type Context, type ContextOptions } from './context.server.ts';
import { accountsJobs } from './features/accounts/jobs.server.ts';
import { avatarsQueued } from './features/avatars/jobs.server.ts';
import { shipTemplates } from './features/avatars/shipping/service.server.ts';
import { ensureDemoAccounts, refuseDemoAccounts } from './features/accounts/staff/service.server.ts';
import { contactJobs } from './features/contact/jobs.server.ts';
import { newsletterJobs } from './features/newsletter/jobs.server.ts';
import { mailingQueued } from './features/newsletter/mailing/jobs.server.ts';
import { importGames } from './features/games/importing/service.server.ts';
import { picksJobs } from './features/library/picks/jobs.server.ts';
import { friendsJobs } from './features/friends/jobs.server.ts';
import { accountSettingsJobs } from './features/settings/account/jobs.server.ts';
import { forgettingJobs } from './features/settings/forgetting/jobs.server.ts';
import { leavingQueued } from './features/settings/leaving/jobs.server.ts';
import { mailsJobs } from './features/settings/mails/jobs.server.ts';
import { redressJob } from './features/market/redressing/service.server.ts';
import { shipItems } from './features/market/shipping/service.server.ts';
import { notificationsJobs } from './features/notifications/jobs.server.ts';
import { playsJobs } from './features/games/plays/jobs.server.ts';
import { paymentsJobs, paymentsQueued } from './features/subscriptions/jobs.server.ts';
import { shipLists } from './features/safety/service.server.ts';
import { sendLetter } from './features/mail/service.server.ts';
import { startJobs, type Work } from './infra/jobs/jobs.ts';
import { StartError } from './infra/start-error.ts';
import { gamesOrigin } from './server/games-origin.ts';
import { attachLive } from './server/live.ts';
import { isLiveRequest } from './server/live/handshake.ts';
import { siteListener } from './server/http.ts';
import { readStaticFiles, type StaticFiles } from './server/static-files.ts';
import { SYSTEM } from './shared/permissions.ts';

export { siteListener };

/** Everything that is done behind the pages' back. */
const WORK: Work<Context> = {
  scheduled: [
    ...playsJobs,
    ...accountsJobs,
    ...notificationsJobs,
    ...picksJobs,
    ...friendsJobs,
    ...accountSettingsJobs,
    ...mailsJobs,
    ...forgettingJobs,
    ...paymentsJobs,
    ...contactJobs,
    ...newsletterJobs,
  ],
  queued: [sendLetter, ...avatarsQueued, ...leavingQueued, redressJob, ...paymentsQueued, ...mailingQueued],
};

/** Requests in flight get this long to finish when we are told to stop; all of it has to fit in 5 s. */
const DRAIN_MS = 3_000;
const EXIT_MS = 4_800;

export type StartOptions = {
  /** The folder that holds migrations/, catalogue/ and build/. */
  root: string;
  say(step: string): void;
  /** In development, Vite answers in our place what is to be hot; it gets the context and returns the listener. */
  development?: (ctx: Context) => http.RequestListener;
};

/** Starts what this process is to do, prints where it serves, and stops cleanly on SIGTERM or SIGINT. */
export async function start(options: StartOptions): Promise<void> {
  try {
    await run(options);
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function run({ root, say, development }: StartOptions): Promise<void> {
  const config = readConfig();
  const stops: Stop[] = [];
  const stopped = stopOnSignal(stops);
  const { demo } = await openSite(config, { root, say, development }, stops, stopped);
  if (stopped.aborted) return;
  if (config.roles.includes('web')) {
    say(demo ? demoWords(config, demo) : 'Production mode');
    process.stdout.write(`Kiddo is ready: ${config.origin}\n`);
  } else if (config.roles.includes('live')) process.stdout.write(`Kiddo's live connections are ready: ${config.origin}\n`);
}

/** What is open in this process. */
export type OpenSite = {
  ctx: Context;
  /** Who can sign in with a password that everybody knows; null outside demo mode. */
  demo: { usernames: string[]; password: string } | null;
  close(): Promise<void>;
};

/**
 * Opens what the settings say in this process: `start` does, and so does a test that wants the built site without a process of its own.
 * @param stops gets what is to be ended, step by step: a signal may come before all of it is open.
 * @param stopped tells that it has come.
 */
export async function openSite(
  config: Config,
  { root, say, development, now, log }: StartOptions & Pick<ContextOptions, 'now' | 'log'>,
  stops: Stop[] = [],
  stopped?: AbortSignal,
): Promise<OpenSite> {
  const ctx = await buildContext(config, { migrations: path.join(root, 'migrations'), say, now, log });
  stops.push({ last: true, run: () => ctx.close() });
  try {
    await ctx.jobs.ready(WORK.queued);
    const demo = config.mode === 'demo' ? await ensureDemoAccounts(ctx, SYSTEM) : null;
    if (demo === null) await refuseDemoAccounts(ctx);
    await shipLists(ctx, SYSTEM, path.join(root, 'wordlists'));
    await shipTemplates(ctx, SYSTEM, path.join(root, 'seed/avatars'));
    await shipItems(ctx, SYSTEM, path.join(root, 'seed/items'));
    await shipCatalogue(ctx, path.join(root, 'catalogue'), say);
    const site = { ctx, demo, close: () => stopAll(stops) };
    if (stopped?.aborted) return site;
    if (config.roles.includes('web')) {
      const listener = development?.(ctx) ?? siteListener({ ctx, pages, assets: await browserBuild(root) });
      const games = getRequestListener(gamesOrigin(ctx, await kit(root)).fetch, { overrideGlobalObjects: false });
      stops.push(
        await listen(
          http.createServer(SERVER_LIMITS, (req, res) => void games(req, res)),
          config.gamesPort,
          config,
          'GAMES_PORT',
        ),
      );
      stops.push(...(await serve(ctx, listener)));
    } else if (config.roles.includes('live')) stops.push(...(await serve(ctx, (_, res) => res.writeHead(404).end())));
    if (config.roles.includes('worker')) stops.push({ run: startJobs(ctx, WORK) });
    return site;
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
}

/** Does the work that is queued and due, here and now, until none is left: what a worker does by itself. */
export async function workOff(ctx: Context): Promise<void> {
  for (let done = 1; done > 0;) {
    done = 0;
    for (const job of WORK.queued) done += await ctx.jobs.drain(ctx, job, 50);
  }
}

/** Does what runs by the clock, here and now. @param name of the job */
export async function runScheduled(ctx: Context, name: string): Promise<void> {
  const job = WORK.scheduled.find((each) => each.name === name);
  if (!job) throw new Error(`no job is called ${name}`);
  await job.run(ctx);
}

/** Pages, live connections, or both, on the site's port. */
async function serve(ctx: Context, listener: http.RequestListener): Promise<Stop[]> {
  const server = http.createServer({ ...SERVER_LIMITS, shouldUpgradeCallback: isLiveRequest }, listener);
  const live = ctx.config.roles.includes('live') ? [{ run: attachLive(ctx, server) }] : [];
  return [...live, await listen(server, ctx.config.port, ctx.config, 'PORT')];
}

const SERVER_LIMITS: http.ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32 * 1024,
};

function demoWords(config: Config, demo: { usernames: string[]; password: string }): string {
  return [
    'Demo mode: for trying out on this machine. KIDDO_MODE=production is for real players.',
    `Sign in as ${demo.usernames.join(', ')}; their password is ${demo.password}`,
    `Mails are kept in ${config.origin}/dev/outbox`,
  ].join('\n');
}

async function shipCatalogue(ctx: Context, folder: string, say: (step: string) => void): Promise<void> {
  const report = await importGames(ctx, SYSTEM, folder, { keepGood: true });
  for (const { row, reason } of report.bad) process.stderr.write(`The game ${row} was left out: ${reason}.\n`);
  if (report.added + report.changed > 0) say(`Catalogue: ${report.added} games added, ${report.changed} changed`);
}

async function browserBuild(root: string): Promise<StaticFiles> {
  return readStaticFiles(path.join(root, 'build/client'), '', (name) =>
    name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : name === 'sw.js' ? 'no-cache' : 'public, max-age=86400',
  );
}

async function kit(root: string): Promise<StaticFiles> {
  return readStaticFiles(path.join(root, 'catalogue/kit'), '/kit', () => 'public, max-age=3600');
}

async function listen(server: http.Server, port: number, config: Config, setting: string): Promise<Stop> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = listenTrouble(error.code, port, config, setting);
      reject(sentence === null ? error : new StartError(sentence));
    });
    server.listen(port, config.host, resolve);
  });
  return {
    run: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
      }),
  };
}

function listenTrouble(code: string | undefined, port: number, config: Config, setting: string): string | null {
  if (code === 'EACCES') return `Port ${port} may not be used by this account. Choose one above 1023 with ${setting}=...`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop that program, or choose another port with ${setting}=...`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${config.host}. Choose another with HOST=...`;
  return null;
}

/** Something to end when we end; `last` for what the others still need. */
type Stop = { last?: boolean; run(): Promise<unknown> };

async function stopAll(stops: Stop[]): Promise<void> {
  await Promise.allSettled(stops.filter((stop) => !stop.last).map((stop) => stop.run()));
  await Promise.allSettled(stops.filter((stop) => stop.last).map((stop) => stop.run()));
}

/** Ends everything on SIGTERM or SIGINT, within 5 s whatever hangs. @returns tells whether that has begun. */
function stopOnSignal(stops: Stop[]): AbortSignal {
  const stopping = new AbortController();
  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    // A statement that hangs must not keep the database up: it is told to stop before the others are done.
    setTimeout(() => void Promise.allSettled(stops.filter((each) => each.last).map((each) => each.run())), DRAIN_MS + 300).unref();
    setTimeout(() => process.exit(0), EXIT_MS).unref();
    await stopAll(stops);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  return stopping.signal;
}
