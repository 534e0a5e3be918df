import type { Logger } from 'pino';
import type { BusRelay } from '../bus/cluster.ts';
import { OPEN_RESPONSES_MS } from './shutdown.ts';
import {
  readForSupervisor,
  wrapProcessMessage,
  type Assignment,
  type DemoAccounts,
  type ToProcess,
  type ToSupervisor,
} from './messages.ts';

/** A process that served for this long, in milliseconds, did not die at its start. */
const STABLE_MS = 60_000;
/** The delay before the second start in a row, which doubles each time, and the longest one. The first is at once. */
const RETRY_MS = 500;
const RETRY_MAX_MS = 30_000;
/** So often a process may die before the site served for the first time. */
const FIRST_STARTS_MAX = 3;
/** A process of a new release has this long to get ready once what every site has is prepared, in milliseconds. Migrations take what they take. */
const RELEASE_START_MS = 5 * 60_000;
/** Processes that have not ended so long after their drain, in milliseconds, are killed: they end by themselves within 5 s. */
const KILL_AFTER_MS = 8_000;
/** Those that are replaced may send what they have begun to send for so long beside that, in milliseconds. */
const REPLACED_KILL_AFTER_MS = OPEN_RESPONSES_MS + KILL_AFTER_MS;

/** What `node:cluster` gives us of a process (its Worker). */
type ProcessHandle = {
  id: number;
  process: {
    pid?: number | undefined;
    kill(signal: NodeJS.Signals): boolean;
    send(message: object, handle: undefined, options: undefined, onWritten: (error: Error | null) => void): boolean;
  };
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

/** A place for a process, which has another one after each restart. */
export type Slot = Pick<Assignment, 'name' | 'roles'>;

export type SupervisorOptions = {
  /** The first one prepares what every site has. */
  slots: Slot[];
  /** Starts a process. @param release the folder of the build that it runs */
  fork(slot: Slot, release: string): ProcessHandle;
  /** The release that runs now. */
  release: string;
  /** The release that a restart takes; null if there is none. */
  findRelease(): string | null;
  databaseUrl: string | null;
  relay: BusRelay;
  log: Logger;
  /** How long processes serve on when the site stops, and how long they have in a restart to hand over what is open, in seconds. */
  drainSeconds: number;
  moveSeconds: number;
  /** Called once, when the site serves for the first time. */
  onReady(demo: DemoAccounts): void;
  /** Called once, when the site cannot start: a sentence that says why. */
  onGiveUp(message: string): void;
};

/** A process: it gets ready, waits to serve, serves, and leaves when another one is there instead. */
type Child = {
  slot: Slot;
  handle: ProcessHandle;
  state: 'starting' | 'warm' | 'serving' | 'leaving';
  servedSince: number;
  /** Resolves once it has nothing to prepare for the others (any more), or has ended. */
  prepared: PromiseWithResolvers<void>;
  /** Resolves once it is warm, or has ended (false). */
  warm: PromiseWithResolvers<boolean>;
  serving: PromiseWithResolvers<boolean>;
  gone: PromiseWithResolvers<void>;
};

/**
 * Creates a supervisor: it starts the processes of one machine, starts again what dies, replaces all of them without a gap, and stops them. It
 * serves nothing itself, so that what happens in a process does not take the others along.
 */
export function createSupervisor(options: SupervisorOptions) {
  const { slots, fork, findRelease, databaseUrl, relay, log, drainSeconds, moveSeconds, onReady, onGiveUp } = options;
  const all = new Set<Child>();
  /** The process of each slot, without those that leave and those of a restart that has not replaced anything yet. */
  const current = new Map<Slot, Child>();
  const deaths = new Map<Slot, number>();
  const retries = new Set<NodeJS.Timeout>();
  const ended = Promise.withResolvers<void>();
  /** Who is started again gets the release of the others, also when a newer one has been built meanwhile: its migrations have not run. */
  let { release } = options;
  let isPrepared = false;
  let hasServed = false;
  let isStopping = false;
  let demo: DemoAccounts = null;
  let rolling: Promise<void> | null = null;
  /** New processes that are getting ready to take over. */
  let fresh: Map<Slot, Child> | null = null;
  let mustRollAgain = false;

  const send = ({ handle }: Child, message: ToProcess, onWritten: (error: Error | null) => void = () => {}): boolean =>
    handle.process.send(wrapProcessMessage(message), undefined, undefined, onWritten);

  /** @returns null if the system starts no process now, such as without memory */
  const start = (slot: Slot, how: Pick<Assignment, 'prepares' | 'opensAtOnce'>, from = release): Child | null => {
    const handle = tryToFork(slot, from);
    if (handle === null) return null;
    const child: Child = {
      slot,
      handle,
      state: 'starting',
      servedSince: Number.POSITIVE_INFINITY,
      prepared: Promise.withResolvers(),
      warm: Promise.withResolvers(),
      serving: Promise.withResolvers(),
      gone: Promise.withResolvers(),
    };
    if (!how.prepares) child.prepared.resolve();
    all.add(child);
    handle.on('message', (received) => {
      const message = readForSupervisor(received);
      if (message) onMessage(child, message);
    });
    handle.on('exit', (code, signal) => onExit(child, code, signal));
    handle.on('error', (error) => {
      log.error({ of: slot.name, err: error }, 'a process cannot be started, or told something');
      // One that never began has no end.
      if (handle.process.pid === undefined) onExit(child, null, null);
    });
    relay.add(handle.id, (message, onWritten) => send(child, { kind: 'bus', ...message }, onWritten));
    send(child, { kind: 'assignment', assignment: { ...slot, ...how, databaseUrl } });
    if (isPrepared && !how.prepares) send(child, { kind: 'prepared' });
    log.info({ of: slot.name, pid: handle.process.pid }, 'a process is started');
    return child;
  };

  const tryToFork = (slot: Slot, from: string): ProcessHandle | null => {
    try {
      return fork(slot, from);
    } catch (error) {
      log.error({ of: slot.name, err: error }, 'a process cannot be started');
      return null;
    }
  };

  const onMessage = (child: Child, message: ToSupervisor) => {
    if (message.kind === 'bus') return relay.receive(child.handle.id, message);
    if (message.kind === 'failed') return onFailure(child, message.message);
    if (message.kind === 'prepared') {
      child.prepared.resolve();
      isPrepared = true;
      demo = message.demo;
      for (const each of all) if (each !== child && each.state === 'starting') send(each, { kind: 'prepared' });
      return;
    }
    if (message.kind === 'warm') {
      child.state = 'warm';
      child.prepared.resolve();
      child.warm.resolve(true);
      return serveIfDue(child);
    }
    child.state = 'serving';
    child.servedSince = performance.now();
    child.serving.resolve(true);
    log.info({ of: child.slot.name, pid: child.handle.process.pid }, 'a process serves');
    if (hasServed || !slots.every((slot) => current.get(slot)?.state === 'serving')) return;
    hasServed = true;
    onReady(demo);
    if (mustRollAgain) reload();
  };

  /** At the first start all wait for the last, so that the site is ready as a whole; later whoever was started again serves at once. */
  const serveIfDue = (child: Child) => {
    if (current.get(child.slot) !== child) return;
    if (hasServed) return void send(child, { kind: 'serve' });
    const first = slots.map((slot) => current.get(slot));
    if (first.every((each) => each !== undefined && each.state !== 'starting'))
      for (const each of first) if (each?.state === 'warm') send(each, { kind: 'serve' });
  };

  const onFailure = (child: Child, message: string) => {
    if (hasServed) log.error({ of: child.slot.name, reason: message }, 'a process cannot start');
    else giveUp(message);
  };

  const onExit = (child: Child, code: number | null, signal: string | null) => {
    const { slot, handle, state } = child;
    const isMeant = isStopping || state === 'leaving';
    all.delete(child);
    // What it had not handed over when it was killed, nobody will hear.
    relay.remove(handle.id, !isStopping && Number.isFinite(child.servedSince) && code !== 0);
    child.prepared.resolve();
    child.warm.resolve(false);
    child.serving.resolve(false);
    child.gone.resolve();
    if (isStopping && all.size === 0) ended.resolve();
    if (isMeant) return;
    log.error({ of: slot.name, pid: handle.process.pid, code, signal }, 'a process ended that should not');
    if (current.get(slot) !== child) return;
    current.delete(slot);
    if (performance.now() - child.servedSince > STABLE_MS) deaths.delete(slot);
    restartLater(slot);
  };

  /** Starts again what died or could not be started: at once, then later and later. */
  const restartLater = (slot: Slot) => {
    const count = (deaths.get(slot) ?? 0) + 1;
    deaths.set(slot, count);
    if (!hasServed && count >= FIRST_STARTS_MAX)
      return giveUp(`Kiddo does not start: ${slot.name} ended ${count} times before it was ready. The lines above say why.`);
    // One that is about to take over is there soon; whether it will, is known at the end of the restart.
    const replacement = fresh?.get(slot);
    if (replacement && replacement.state !== 'starting' && all.has(replacement)) return;
    restart(slot, count === 1 ? 0 : Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (count - 2)));
  };

  const restart = (slot: Slot, delay: number) => {
    const run = () => {
      retries.delete(timer);
      if (isStopping || current.has(slot)) return;
      const child = start(slot, { prepares: !isPrepared && slot === slots[0], opensAtOnce: !hasServed });
      if (child === null) restartLater(slot);
      else current.set(slot, child);
    };
    const timer = setTimeout(run, delay);
    retries.add(timer);
  };

  const giveUp = (message: string) => {
    if (!isStopping) onGiveUp(message);
  };

  /** New processes one after the other, so that those that serve keep their processors; then all of them take over at once. */
  const replaceAll = async (): Promise<void> => {
    const replacements = new Map<Slot, Child>();
    fresh = replacements;
    const cancel = (reason: string) => {
      log.error({ reason }, 'the restart is given up: the processes that serve go on');
      for (const child of replacements.values()) if (all.has(child)) send(dismiss(child, KILL_AFTER_MS), { kind: 'stop', isNow: true });
    };
    const next = findRelease();
    if (next === null) return cancel('there is no release to start');
    for (const slot of slots) {
      const child = start(slot, { prepares: replacements.size === 0, opensAtOnce: false }, next);
      if (child === null) return cancel(`${slot.name} cannot be started`);
      replacements.set(slot, child);
      const isWarm = await Promise.race([child.warm.promise, isTooLate(child)]);
      if (isStopping) return;
      if (!isWarm) return cancel(`${slot.name} did not get ready`);
    }
    // One that ended while the next one was getting ready: nobody may be handed to the others, which would have to end at once.
    if ([...replacements.values()].some((child) => !all.has(child))) return cancel('a new process ended');
    for (const child of replacements.values()) send(child, { kind: 'serve' });
    const areServing = await Promise.all([...replacements.values()].map(({ serving }) => serving.promise));
    if (isStopping) return;
    if (areServing.includes(false)) return cancel('a new process ended');
    release = next;
    const old = [...current.values()];
    for (const [slot, child] of replacements) current.set(slot, child);
    deaths.clear();
    // Only now, when no old process takes connections beside new ones: a tab that moves cannot arrive where it would have to move again.
    for (const child of old) {
      const seconds = child.slot.roles.includes('worker') ? 0 : moveSeconds;
      if (all.has(child)) send(dismiss(child, seconds * 1000 + REPLACED_KILL_AFTER_MS), { kind: 'leave', seconds });
    }
    fresh = null;
    // A machine has memory for two generations, not for three.
    await Promise.all(old.map(({ gone }) => gone.promise));
  };

  /** From now on its end is meant. @param killAfterMs one that hangs is ended by force: it would be there for ever, and the next restart wait */
  const dismiss = (child: Child, killAfterMs: number): Child => {
    child.state = 'leaving';
    const timer = setTimeout(() => {
      log.error({ of: child.slot.name, pid: child.handle.process.pid }, 'a process that should end hangs, and is killed');
      child.handle.process.kill('SIGKILL');
    }, killAfterMs).unref();
    void child.gone.promise.then(() => clearTimeout(timer));
    return child;
  };

  const roll = async (): Promise<void> => {
    do {
      mustRollAgain = false;
      log.info('all processes are replaced');
      try {
        await replaceAll();
      } catch (error) {
        // The link to the script may lead nowhere for a moment.
        log.error({ err: error }, 'the restart is given up: the processes that serve go on');
      }
      fresh = null;
    } while (mustRollAgain);
    rolling = null;
    for (const slot of slots) if (!isStopping && !current.has(slot)) restart(slot, 0);
  };

  /** Replaces all processes by new ones, from what is built now. Asked again meanwhile, or before the site serves, it does so after that. */
  const reload = (): void => {
    if (isStopping) return;
    if (rolling === null && hasServed) rolling = roll();
    else {
      mustRollAgain = true;
      log.info('a restart is asked for: it waits until the site serves and the last restart is over');
    }
  };

  return {
    /** Starts all processes. Their ports are open at once, so that whoever asks sees a site that lives and is not ready. */
    start(): void {
      for (const [i, slot] of slots.entries()) {
        const child = start(slot, { prepares: i === 0, opensAtOnce: true });
        if (child === null) restartLater(slot);
        else current.set(slot, child);
      }
    },
    reload,
    /** Tells all processes to stop, as often as it is called, and waits until they have. @param isNow without serving on */
    async stop(isNow: boolean): Promise<void> {
      const isFirst = !isStopping;
      isStopping = true;
      mustRollAgain = false;
      for (const timer of retries) clearTimeout(timer);
      for (const child of all) send(child, { kind: 'stop', isNow });
      if (all.size === 0) ended.resolve();
      if (isFirst)
        setTimeout(
          () => all.forEach(({ handle }) => handle.process.kill('SIGKILL')),
          (isNow ? 0 : drainSeconds * 1000) + KILL_AFTER_MS,
        ).unref();
      await ended.promise;
    },
  };
}

/** @returns false after the time that a process has to get ready */
async function isTooLate({ prepared, warm }: Child): Promise<false> {
  await prepared.promise;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, RELEASE_START_MS, false);
    void warm.promise.then(() => clearTimeout(timer));
  });
}
