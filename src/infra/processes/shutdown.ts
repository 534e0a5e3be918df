import { setTimeout as delay } from 'node:timers/promises';
import type { SupervisorLink } from './supervisor-link.ts';

/** How long requests in flight have to finish after a stop signal; the whole shutdown must fit in 5 s. */
export const DRAIN_MS = 3_000;
const EXIT_MS = 4_800;
/** How long a process that is replaced goes on with responses that it has begun, such as a game that goes to a slow phone, in milliseconds. */
export const OPEN_RESPONSES_MS = 60_000;

/** How a process should end: after `seconds`, and whether another one on this machine is there instead. */
export type StopRequest = { seconds: number; isReplaced: boolean };

/**
 * A shutdown step. `first`: it runs at once when the process is told to stop, before it serves on for a while, and only in one that serves.
 * `last`: for what the other steps still need.
 */
export type ShutdownStep =
  | { first: true; run(request: StopRequest): Promise<unknown> }
  | { first?: never; last?: true; run(): Promise<unknown> };

/** Runs the steps of a shutdown. */
export async function runShutdown(shutdownSteps: ShutdownStep[]): Promise<void> {
  const steps = shutdownSteps.filter((step) => !step.first);
  await Promise.allSettled(steps.filter((step) => !step.last).map((step) => step.run()));
  await runLast(shutdownSteps);
}

async function runLast(shutdownSteps: ShutdownStep[]): Promise<void> {
  await Promise.allSettled(shutdownSteps.flatMap((step) => (!step.first && step.last ? [step.run()] : [])));
}

/**
 * Shuts everything down on SIGTERM or SIGINT, within 5 s even if something hangs. Before that it serves on for `drainSeconds` while it says
 * that it is not ready, so that a balancer takes it out; a second Ctrl+C ends that.
 * @param onHangup called at a SIGHUP that asks for a restart; nothing else happens
 * @returns a signal that is aborted when the shutdown has begun
 */
export function shutdownOnSignal(shutdownSteps: ShutdownStep[], drainSeconds: number, onHangup: () => void): AbortSignal {
  const { stopping, drained, stop } = createShutdown(shutdownSteps);
  let interrupts = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop({ seconds: drainSeconds, isReplaced: false }));
  process.on('SIGINT', () => ++interrupts > 1 && drained.abort());
  // A terminal that is closed ends what runs in it. Otherwise a restart is meant, and no other process could serve meanwhile.
  process.on('SIGHUP', () => (process.stdout.isTTY ? void stop({ seconds: 0, isReplaced: false }) : onHangup()));
  return stopping.signal;
}

/**
 * The same for a process that a supervisor runs, which says when to stop: Ctrl+C and the end of a terminal reach all processes at once, and
 * mean the supervisor.
 */
export function shutdownWithSupervisor(link: SupervisorLink, shutdownSteps: ShutdownStep[], drainSeconds: number): AbortSignal {
  const { stopping, drained, stop } = createShutdown(shutdownSteps);
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('SIGTERM', () => void stop({ seconds: drainSeconds, isReplaced: false }));
  link.onLeave((seconds) => void stop({ seconds, isReplaced: true }));
  link.onStop((isNow) => {
    // One that leaves already does not go on to wait either.
    if (isNow || drainSeconds === 0) drained.abort();
    void stop({ seconds: drainSeconds, isReplaced: false });
  });
  return stopping.signal;
}

function createShutdown(shutdownSteps: ShutdownStep[]) {
  const stopping = new AbortController();
  const drained = new AbortController();
  const stop = async (request: StopRequest) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    const first = shutdownSteps.filter((step) => step.first);
    const running = first.map((step) => step.run(request));
    // A process that never was ready gets no requests.
    if (first.length > 0 && request.seconds > 0) running.push(delay(request.seconds * 1000));
    const { signal } = drained;
    const isOver = new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));
    await Promise.race([Promise.allSettled(running), isOver]);
    // A hanging statement must not keep the database running: the last steps start before the others have finished.
    setTimeout(() => void runLast(shutdownSteps), DRAIN_MS + 300).unref();
    setTimeout(() => process.exit(0), EXIT_MS).unref();
    await runShutdown(shutdownSteps);
    process.exit(0);
  };
  return { stopping, drained, stop };
}
