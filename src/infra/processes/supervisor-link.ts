import cluster from 'node:cluster';
import type { BusChannel, ClusterBusMessage } from '../bus/cluster.ts';
import { readForProcess, wrapProcessMessage, type Assignment, type DemoAccounts, type ToProcess, type ToSupervisor } from './messages.ts';

/** A process's connection to its supervisor. */
export type SupervisorLink = {
  assignment: Assignment;
  busChannel: BusChannel;
  /** Says that what every site has is there. */
  reportPrepared(demo: DemoAccounts): void;
  /** Resolves once some process has made what every site has. */
  waitUntilPrepared(): Promise<void>;
  /** Says that this process could serve, and resolves once it should. */
  waitToServe(): Promise<void>;
  reportServing(): void;
  /** Says why this process cannot start; resolves when that is out of it. */
  reportFailure(message: string): Promise<void>;
  onStop(listener: (isNow: boolean) => void): void;
  /** Calls back when another process is there instead of this one: `seconds` for what it has open to move. */
  onLeave(listener: (seconds: number) => void): void;
};

/** Connects to the supervisor. @returns null in a process that runs alone, or is the supervisor */
export async function connectToSupervisor(): Promise<SupervisorLink | null> {
  if (!cluster.isWorker) return null;
  const assigned = Promise.withResolvers<Assignment>();
  const prepared = Promise.withResolvers<void>();
  const mayServe = Promise.withResolvers<void>();
  const busListeners = new Set<(message: ClusterBusMessage) => void>();
  const stop = createReplay<boolean>();
  const leave = createReplay<number>();
  const onMessage = (message: ToProcess) => {
    if (message.kind === 'bus') for (const listener of busListeners) listener(message);
    else if (message.kind === 'assignment') assigned.resolve(message.assignment);
    else if (message.kind === 'prepared') prepared.resolve();
    else if (message.kind === 'serve') mayServe.resolve();
    else if (message.kind === 'stop') stop.emit(message.isNow);
    else leave.emit(message.seconds);
  };
  process.on('message', (received) => {
    const message = readForProcess(received);
    if (message) onMessage(message);
  });
  const send = (message: ToSupervisor, onWritten: (error: Error | null) => void = () => {}) =>
    process.send?.(wrapProcessMessage(message), undefined, undefined, onWritten) ?? false;
  return {
    assignment: await assigned.promise,
    busChannel: {
      send: (message, onWritten) => send({ kind: 'bus', ...message }, onWritten),
      subscribe(listener) {
        busListeners.add(listener);
        return () => void busListeners.delete(listener);
      },
    },
    reportPrepared: (demo) => void send({ kind: 'prepared', demo }),
    waitUntilPrepared: () => prepared.promise,
    waitToServe() {
      send({ kind: 'warm' });
      return mayServe.promise;
    },
    reportServing: () => void send({ kind: 'serving' }),
    reportFailure: (message) => new Promise<void>((resolve) => void send({ kind: 'failed', message }, () => resolve())),
    onStop: stop.listen,
    onLeave: leave.listen,
  };
}

/** Calls its listener with all values, also with those that came before the listener did. */
function createReplay<T>() {
  const early: T[] = [];
  let emit = (value: T): void => void early.push(value);
  return {
    emit: (value: T) => emit(value),
    listen(listener: (value: T) => void): void {
      emit = listener;
      for (const value of early.splice(0)) listener(value);
    },
  };
}
