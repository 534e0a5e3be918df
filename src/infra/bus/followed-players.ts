/**
 * Whoever connects waits for so many steps, each of so many milliseconds, until this process hears what is for them. In steps, because a process
 * that was busy for a second itself finds the answer only afterwards: that is one step.
 */
const FOLLOW_STEPS = 4;
const FOLLOW_STEP_MS = 250;
/** What the bus refused is told again after this time. */
const RETRY_MS = 2_000;

type Options = {
  /** Tells the bus whose messages this process hears from now on, and whose no more. @throws if that is not certain */
  tell(added: string[], removed: string[]): Promise<void>;
  /** Whether the bus can be told anything now. */
  isReachable(): boolean;
  /** Called once the bus knows of players whose connections did not wait for it: what was for them meanwhile is lost. */
  onMissed(playerIds: string[]): void;
};

/**
 * Players whose following begins or ends, and are told to the bus together. `awaited`: those of them who connect and wait. `isGivenUp`: nobody
 * waits for it any more.
 */
type Batch = {
  playerIds: Set<string>;
  awaited: Set<string>;
  isGivenUp: boolean;
  told: PromiseWithResolvers<void>;
  stopWaiting: () => void;
};

/**
 * The players whom this process follows. What changes at once, such as when thousands come back, is told to the bus together, one batch after
 * the other.
 */
export function createFollowedPlayers({ tell, isReachable, onMissed }: Options) {
  const counts = new Map<string, number>();
  /** Whom the bus knows of. */
  const known = new Set<string>();
  /** Whose connections were let in before the bus knew of them. */
  const late = new Set<string>();
  let next: Batch | null = null;
  let running: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;

  const giveUp = (batch: Batch) => {
    batch.stopWaiting();
    batch.isGivenUp = true;
    for (const playerId of batch.awaited) late.add(playerId);
    batch.awaited.clear();
    batch.told.resolve();
  };
  const addChange = (playerId: string): Batch => {
    if (next === null) {
      const batch: Batch = {
        playerIds: new Set(),
        awaited: new Set(),
        isGivenUp: false,
        told: Promise.withResolvers(),
        stopWaiting: startWaiting(() => giveUp(batch)),
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
  };
  const sayMissed = ({ playerIds }: Batch) => {
    const missed = [...playerIds].filter((playerId) => late.delete(playerId) && counts.has(playerId));
    if (missed.length > 0) onMissed(missed);
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
      batch.stopWaiting();
      batch.told.resolve();
      sayMissed(batch);
    }
    // They are told when the bus is back, or does what it refused.
    if (next !== null) {
      giveUp(next);
      clearTimeout(retry);
      retry = setTimeout(() => void update(), RETRY_MS).unref();
    }
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
      // Whoever comes when nobody waits any more is let in at once too.
      if (batch.isGivenUp) late.add(playerId);
      else batch.awaited.add(playerId);
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

/** Calls `onEnd` after the time that whoever connects waits. @returns a function that stops that */
function startWaiting(onEnd: () => void): () => void {
  let stepsLeft = FOLLOW_STEPS;
  let isStopped = false;
  let timeout: NodeJS.Timeout;
  const wait = () => {
    timeout = setTimeout(onStep, FOLLOW_STEP_MS).unref();
  };
  const onStep = () => {
    if (--stepsLeft > 0) return wait();
    // What has arrived is read before.
    setImmediate(() => isStopped || onEnd());
  };
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timeout);
  };
}
