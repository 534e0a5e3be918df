import type { BusMessage } from '../../shared/live-events.ts';

/** After these, what processes have cached for everybody is stale: what an operator changed shows at once, and not after some seconds. */
export const CLEARING_MESSAGES: readonly BusMessage['kind'][] = ['catalogue', 'announcements', 'switched', 'texts', 'gap'];

/** What callers may publish: only adapters create the others. */
export type Publishable = Exclude<BusMessage, { kind: 'gap' | 'missed' }>;
export type BusListener = (message: BusMessage) => void;

/**
 * Carries messages between the processes of the site, including the one that publishes: those for everyone to all, those for players to the
 * processes that follow one of them (BUS_AUDIENCES). Where there is only one process, it hears everything.
 */
export type Bus = {
  /** Never throws and never waits for delivery: the change has already happened, even when nobody can be notified of it. */
  publish(message: Publishable): void;
  /** @returns unsubscribe */
  subscribe(listener: BusListener): () => void;
  /**
   * This process has a connection of this player: it hears what is for them, until `unfollow` was called as often. Never throws.
   * @returns a promise that resolves once nothing is missed any more. While the bus cannot be reached, or after a second, it resolves too, and
   * 'missed' follows once the bus knows
   */
  follow(playerId: string): Promise<void>;
  unfollow(playerId: string): void;
  /** Returns if messages can reach the other processes, and theirs this one. @throws while they cannot */
  ping(): Promise<void>;
  /** Waits, for a second at most, until what was published is on its way to the other processes. */
  close(): Promise<void>;
};
