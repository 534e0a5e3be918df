import cluster from 'node:cluster';
import pino from 'pino';
import { ConfigError, readConfig, type Config } from './config.server.ts';
import { createBusRelay } from './infra/bus/cluster.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from './infra/database/embedded.ts';
import { forkProcess } from './infra/processes/cluster-fork.ts';
import { createSupervisor, type Slot } from './infra/processes/supervisor.ts';
import { serveClusterLimits } from './infra/request-limits/cluster.ts';
import { StartError } from './infra/start-error.ts';
import { startMessage } from './server/start-messages.ts';

// The entry of the process that runs the others where WEB_PROCESSES is more than 1. It is built apart from main.ts, because it serves nothing
// and should need little memory: it imports no page, and nothing of a feature.

/** In a restart without DRAIN_SECONDS open connections have so long, in seconds, to move to another process: nobody waits for it. */
const MOVE_SECONDS = 10;
/**
 * Database connections of a process beside its pool, on average: of readiness (1), of figures (1, or 2 of the jobs), of the job queue (3, of
 * the jobs alone), and some for the command line.
 */
const OTHER_CONNECTIONS = 4;
const DEFAULT_CONNECTIONS = 120;

export type SuperviseOptions = {
  /**
   * The script that started this process, which starts the others too. Its path is looked up at each start, so it may lead over a link that
   * a new release changes.
   */
  script: string;
  /** The folder of the build that runs now. */
  release: string;
  /** The one that a restart takes; null if there is none. */
  findRelease(): string | null;
  say(step: string): void;
};

/**
 * Runs several processes if the settings ask for that. It owns the embedded database and the lock of the data folder, so that a process that
 * dies takes nothing else along; another process does the jobs, and the others serve.
 * @returns whether it does: otherwise this process is the only one
 */
export async function supervise(options: SuperviseOptions): Promise<boolean> {
  if (!cluster.isPrimary) return false;
  try {
    const config = readConfig();
    if (config.webProcesses === 1) return false;
    await run(config, options);
    return true;
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function run(config: Config, { script, release, findRelease, say }: SuperviseOptions): Promise<void> {
  const signals = listenToSignals();
  const database = await startDatabase(config, say);
  const stop = async (isNow: boolean, code: number) => {
    await supervisor.stop(isNow);
    await database?.stop();
    process.exit(code);
  };
  const slots = listSlots(config);
  const supervisor = createSupervisor({
    slots,
    fork: (slot, folder) => forkProcess(script, { KIDDO_RELEASE: folder, ...settingsOf(slot, slots.indexOf(slot), config) }),
    release,
    findRelease,
    databaseUrl: database?.url ?? null,
    relay: createBusRelay(),
    log: pino({ level: config.logLevel, base: { process: 'supervisor' } }),
    drainSeconds: config.drainSeconds,
    moveSeconds: config.drainSeconds || MOVE_SECONDS,
    onReady: (demo) => say(startMessage(config, demo)),
    onGiveUp(message) {
      process.stderr.write(`${message}\n`);
      void stop(true, 1);
    },
  });
  // Before the first process starts, which would count by itself.
  if (config.bus.kind === 'cluster') serveClusterLimits();
  signals.listen({ stop: (isNow) => void stop(isNow, 0), reload: supervisor.reload });
  supervisor.start();
}

/** The embedded database, with connections for all processes, also in a restart, when there are twice as many. */
async function startDatabase({ database, webProcesses }: Config, say: (step: string) => void): Promise<EmbeddedDatabase | null> {
  if (database.kind === 'server') return null;
  const connections = 2 * (webProcesses + 1) * (database.pool + OTHER_CONNECTIONS);
  return startEmbeddedDatabase(database.folder, say, { max_connections: String(Math.max(DEFAULT_CONNECTIONS, connections)) });
}

/** The first one prepares the others' data. Jobs have a process of their own: a long one must not delay pages. */
function listSlots({ roles, webProcesses }: Config): Slot[] {
  const web = roles.filter((role) => role !== 'worker');
  return [
    ...(roles.includes('worker') ? [{ name: 'jobs', roles: ['worker' as const] }] : []),
    ...Array.from({ length: webProcesses }, (_, i) => ({ name: `web-${i + 1}`, roles: web })),
  ];
}

/** What is different for each process: its name in the log, and the port of its figures, one after the other from METRICS_PORT on. */
function settingsOf({ name }: Slot, nth: number, { metrics }: Config): Record<string, string> {
  return { PROCESS_NAME: name, ...(metrics && { METRICS_PORT: String(metrics.port + nth) }) };
}

type Signals = { stop(isNow: boolean): void; reload(): void };

/** Signals may come before there is somebody to tell. A second Ctrl+C ends the wait for what drains. */
function listenToSignals(): { listen(to: Signals): void } {
  let to: Signals | null = null;
  let interrupts = 0;
  // Nothing runs yet but a database, which the next start takes over.
  const stop = (isNow: boolean) => (to ? to.stop(isNow) : process.exit(0));
  process.on('SIGTERM', () => stop(false));
  process.on('SIGINT', () => stop(++interrupts > 1));
  process.on('SIGHUP', () => to?.reload());
  return { listen: (signals) => void (to = signals) };
}
