import type { ClusterBusMessage } from '../bus/cluster.ts';

// What the supervisor and its processes say to each other, over the channel that Node opens between them.

/** What a process is for. */
export type Assignment = {
  /** How it is called in the log, such as web-1. */
  name: string;
  roles: ('web' | 'live' | 'worker')[];
  /** It makes what every site has (migrations, games, items); the others wait for that. */
  prepares: boolean;
  /** Its ports are open before it is ready, as those of a process that runs alone. Otherwise it would take requests from those that serve. */
  opensAtOnce: boolean;
  /** The embedded database that the supervisor runs, as the owner of the tables; null for a database of one's own. */
  databaseUrl: string | null;
};

/** The demo accounts with their password; null outside demo mode. */
export type DemoAccounts = { usernames: string[]; password: string } | null;

/** `leave`: another process is there instead; `seconds` for open connections to move to it. `stop`: the whole site stops. */
export type ToProcess =
  | { kind: 'assignment'; assignment: Assignment }
  | { kind: 'prepared' }
  | { kind: 'serve' }
  | { kind: 'leave'; seconds: number }
  | { kind: 'stop'; isNow: boolean }
  | ({ kind: 'bus' } & ClusterBusMessage);

/** `warm`: it could serve. `failed`: it cannot start; one clear sentence says why. */
export type ToSupervisor =
  | { kind: 'prepared'; demo: DemoAccounts }
  | { kind: 'warm' }
  | { kind: 'serving' }
  | { kind: 'failed'; message: string }
  | ({ kind: 'bus' } & ClusterBusMessage);

/** @returns the message if it is one of ours: others use the channel too */
export function readForProcess(received: unknown): ToProcess | null {
  return readOurs(received) as ToProcess | null;
}

/** @returns the message if it is one of ours: others use the channel too */
export function readForSupervisor(received: unknown): ToSupervisor | null {
  return readOurs(received) as ToSupervisor | null;
}

/** Both ends are this program. */
function readOurs(received: unknown): unknown {
  return typeof received === 'object' && received !== null && 'kiddo' in received ? received.kiddo : null;
}

/** What goes over the channel. */
export function wrapProcessMessage(message: ToProcess | ToSupervisor): { kiddo: ToProcess | ToSupervisor } {
  return { kiddo: message };
}
