/** Whoever connects waits for so long, in milliseconds, until this process hears what is for them. */
const FOLLOW_TIMEOUT_MS = 1_000;

type Options = {
  /** Tells the bus whose messages this process hears from now on, and whose no more. @throws if that is not certain */
  tell(added: string[], removed: string[]): Promise<void>;
  /** Whether the bus can be told anything now. */
  isReachable(): boolean;
  /** Called once the bus knows of players who were followed before it did: what was for them meanwhile is lost. */
  onMissed(): void;
};

/** Players whose following begins or ends, and are told to the bus together. `isAwaited`: somebody connects. `isLate`: they wait no longer. */
type Batch = {
  playerIds: Set<string>;
  isAwaited: boolean;
  isLate: boolean;
  told: PromiseWithResolvers<void>;
  timeout: NodeJS.Timeout;
};

/**
 * The players whom this process follows. What changes at once, such as when thousands come back, is told to the bus together, one batch after
 * the other.
 */
export function createFollowedPlayers({ tell, isReachable, onMissed }: Options) {
  const counts = new Map<string, number>();
  /** Whom the bus knows of. */
  const known = new Set<string>();
  let next: Batch | null = null;
  let running: Promise<void> | null = null;

  const giveUp = (batch: Batch) => {
    clearTimeout(batch.timeout);
    batch.isLate = true;
    batch.told.resolve();
  };
  const addChange = (playerId: string): Batch => {
    if (next === null) {
      const batch: Batch = {
        playerIds: new Set(),
        isAwaited: false,
        isLate: false,
        told: Promise.withResolvers(),
        timeout: setTimeout(() => giveUp(batch), FOLLOW_TIMEOUT_MS).unref(),
      };
      next = batch;
    }
    next.playerIds.add(playerId);
    return next;
  };
  const tellBatch = async ({ playerIds }: Batch) => {
    const added: string[] = [];
    const removed: string[] = [];
    for (const playerId of playerIds) {
      if (counts.has(playerId) && !known.has(playerId)) added.push(playerId);
      if (!counts.has(playerId) && known.delete(playerId)) removed.push(playerId);
    }
    try {
      if (added.length + removed.length > 0) await tell(added, removed);
      for (const playerId of added) known.add(playerId);
      return true;
    } catch {
      for (const playerId of removed) known.add(playerId);
      return false;
    }
  };
  const takeBack = (batch: Batch) => {
    giveUp(batch);
    next ??= batch;
    for (const playerId of batch.playerIds) next.playerIds.add(playerId);
    next.isAwaited ||= batch.isAwaited;
  };
  const run = async () => {
    await new Promise(setImmediate);
    while (next !== null && isReachable()) {
      const batch: Batch = next;
      next = null;
      if (!(await tellBatch(batch))) {
        takeBack(batch);
        break;
      }
      clearTimeout(batch.timeout);
      batch.told.resolve();
      if (batch.isAwaited && batch.isLate) onMissed();
    }
    // They are told when the bus is back.
    if (next !== null) giveUp(next);
    running = null;
  };
  const update = (): Promise<void> => (running ??= run());

  return {
    has: (playerId: string): boolean => counts.has(playerId),
    /** Resolves once the bus knows, or cannot be told now. */
    follow(playerId: string): Promise<void> {
      counts.set(playerId, (counts.get(playerId) ?? 0) + 1);
      if (known.has(playerId)) return Promise.resolve();
      const batch = addChange(playerId);
      batch.isAwaited = true;
      void update();
      return batch.told.promise;
    },
    unfollow(playerId: string): void {
      const left = (counts.get(playerId) ?? 0) - 1;
      if (left > 0) counts.set(playerId, left);
      if (left !== 0) return;
      counts.delete(playerId);
      addChange(playerId);
      void update();
    },
    /** Tells the bus what it could not be told before. */
    update,
  };
}
