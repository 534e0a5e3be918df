/**
 * What one process tells all of them, itself included: ids only, never content. Whoever hears it looks up what the
 * listener may see. A message may be lost (then 'gap' says so) and is never kept.
 */
export type BusMessage =
  /** Something new for players. */
  | { kind: 'notification'; playerIds: string[] }
  /** These sessions are over; without a session, all of the player's. */
  | { kind: 'signed-out'; sessionHash: string }
  | { kind: 'player-out'; playerId: string }
  /** A game was hidden or restored: nothing that was kept of the catalogue holds. */
  | { kind: 'catalogue'; gameId: string }
  /** Something new in the conversation of two players, for these of them. */
  | { kind: 'chat'; playerIds: string[]; between: [string, string] }
  /** A player came or went, for these friends. `isHidden`: they are here, and their friends are not to see it any more. */
  | { kind: 'presence'; who: string; online: boolean; playerIds: string[]; isHidden?: boolean }
  /** An operator switched something for everybody: whoever shows it looks again. */
  | { kind: 'switched'; chat: boolean }
  /** What a player paid for has changed: premium, a payment, kiddocash. */
  | { kind: 'rights'; playerId: string }
  /** A player is writing to another. */
  | { kind: 'typing'; playerId: string; from: string }
  /** Messages may have been missed: whoever shows something looks again. Made by the adapter, never published. */
  | { kind: 'gap' };

export type Bus = {
  /** Never throws and never waits for the others: what happened has happened, also while nobody can be told. */
  publish(message: Exclude<BusMessage, { kind: 'gap' }>): void;
  /** @returns ends the listening. */
  subscribe(listener: (message: BusMessage) => void): () => void;
  close(): Promise<void>;
};
