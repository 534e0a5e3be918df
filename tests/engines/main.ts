import fs from 'node:fs/promises';
import path from 'node:path';
import { ensureFirefox, ensureWebKit } from '../../scripts/testing/ensure-engines.mjs';
import { createSiteEnv, root, startSite } from '../e2e/own-site.ts';
import { query } from '../e2e/players.ts';
import type { EngineBrowser } from './engine-browser.ts';
import { launchFirefox } from './firefox.ts';
import { JOURNEY, type Visit } from './journey.ts';
import { launchWebKit } from './webkit.ts';

// `npm test -- engines [NAME ...]`: one short journey in browsers that are not Chromium. A browser that is not here is no failure, but the
// last line says so.

/** What became of an engine: which browser ran, or why none did. */
type Outcome = { text: string; hasFailed: boolean };
type Engine = { name: string; launch(): { start: () => Promise<EngineBrowser> } | { missing: string } };

const ENGINES: readonly Engine[] = [
  {
    name: 'Firefox',
    launch() {
      const found = ensureFirefox();
      return 'missing' in found ? found : { start: () => launchFirefox(found.programs.firefox) };
    },
  },
  {
    name: 'WebKit',
    launch() {
      const found = ensureWebKit();
      return 'missing' in found ? found : { start: () => launchWebKit(found.programs) };
    },
  },
];

/** Pictures and console output of failed steps. */
const RESULTS = path.join(root, 'test-results');

const names = process.argv.slice(2).map((name) => name.toLowerCase());
const chosen = ENGINES.filter(({ name }) => names.length === 0 || names.includes(name.toLowerCase()));
if (chosen.length < names.length) {
  process.stderr.write(`The engines are: ${ENGINES.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}
const outcomes: Outcome[] = [];
for (const engine of chosen) outcomes.push(await runEngine(engine));
process.stdout.write(`\nEngines: ${outcomes.map(({ text }) => text).join('; ')}.\n`);
process.exitCode = outcomes.some(({ hasFailed }) => hasFailed) ? 1 : 0;

async function runEngine({ name, launch }: Engine): Promise<Outcome> {
  const found = launch();
  if ('missing' in found) {
    process.stdout.write(`\n== ${name}: not here, ${found.missing}\n`);
    return { text: `${name} did not run, ${found.missing}`, hasFailed: false };
  }
  const env = await createSiteEnv({ prepared: true });
  const site = await startSite(env);
  if (site.code !== null) throw new Error(`the site did not start: ${site.err}`);
  const stopSite = async () => {
    site.child.kill('SIGTERM');
    await site.ended;
  };
  try {
    const friend = await findFriend(env['DATA_DIR'] ?? '');
    const browser = await found.start().catch((error: unknown) => describe(error));
    if (typeof browser === 'string') {
      process.stdout.write(`\n== ${name}: failed to start, ${browser}\n`);
      return { text: `${name} FAILED to start`, hasFailed: true };
    }
    process.stdout.write(`\n== ${browser.name}\n`);
    try {
      return await runJourney(name, { browser, origin: site.url, friend, stopSite });
    } finally {
      await browser.close();
    }
  } finally {
    await stopSite();
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs the steps in order. After one that failed the rest would fail too, so it is the last one. */
async function runJourney(name: string, visit: Visit): Promise<Outcome> {
  const { browser } = visit;
  const impossible: string[] = [];
  for (const step of JOURNEY) {
    const started = performance.now();
    const took = () => `(${((performance.now() - started) / 1000).toFixed(1)} s)`;
    try {
      const reason = await step.run(visit);
      if (reason) impossible.push(step.name);
      process.stdout.write(`  ${reason ? 'cannot' : 'ok    '}  ${step.name} ${took()}${reason ? `: ${reason}` : ''}\n`);
    } catch (error) {
      process.stdout.write(`  failed  ${step.name} ${took()}: ${describe(error)}\n`);
      await saveEvidence(`engines-${name.toLowerCase()}`, browser);
      return { text: `${browser.name} FAILED at '${step.name}'`, hasFailed: true };
    }
  }
  const passed = `${JOURNEY.length - impossible.length} of ${JOURNEY.length} steps`;
  return {
    text: `${browser.name} passed ${passed}${impossible.length > 0 ? ` and cannot ${impossible.join(', ')}` : ''}`,
    hasFailed: false,
  };
}

/** Stores what the browser shows, and what its console said. */
async function saveEvidence(file: string, browser: EngineBrowser): Promise<void> {
  await fs.mkdir(RESULTS, { recursive: true });
  const at = path.join(RESULTS, file);
  await fs.writeFile(`${at}.log`, `${await browser.getUrl().catch(String)}\n${browser.consoleLines.join('\n')}\n`);
  const picture = await browser.takeScreenshot().catch(() => null);
  if (picture) await fs.writeFile(`${at}.png`, picture);
  process.stdout.write(`          ${path.relative(root, at)}.log has its console${picture ? ', and beside it is a picture' : ''}\n`);
}

/** A friend of amina, the demo player who signs in. */
async function findFriend(dataDir: string): Promise<Visit['friend']> {
  const run = <Row extends object>(text: string) => query<Row & Record<string, unknown>>(text, [], dataDir);
  await run(
    `insert into friendships (low_id, high_id, state, requested_by, accepted_at)
     select least(a.id, b.id), greatest(a.id, b.id), 'accepted', a.id, now() from players a, players b
     where a.username = 'amina' and b.username = 'brian' on conflict (low_id, high_id) do nothing`,
  );
  const [friend] = await run<Visit['friend']>(`select id, display_name as "displayName" from players where username = 'brian'`);
  if (!friend) throw new Error('the demo player brian is missing');
  return friend;
}
