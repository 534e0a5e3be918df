import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFollowedPlayers } from './followed-players.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A bus that knows of players so many milliseconds after it was told, and refuses the first of so many calls. */
function followThrough({ takesMs, refusals = 0 }: { takesMs: number; refusals?: number }) {
  const known = new Set<string>();
  const missed: string[] = [];
  /** Who was let in, and whether the bus knew of them then. */
  const letIn: Record<string, boolean> = {};
  let refusalsLeft = refusals;
  const players = createFollowedPlayers({
    async tell(added) {
      if (refusalsLeft-- > 0) throw new Error('refused');
      await new Promise((resolve) => void setTimeout(resolve, takesMs));
      for (const playerId of added) known.add(playerId);
    },
    isReachable: () => true,
    onMissed: (playerIds) => void missed.push(...playerIds),
  });
  const follow = (playerId: string) => void players.follow(playerId).then(() => (letIn[playerId] = known.has(playerId)));
  return { follow, letIn, missed };
}

test('whoever connects waits until the bus knows of them, and misses nothing', async () => {
  const { follow, letIn, missed } = followThrough({ takesMs: 500 });
  follow('a');
  await vi.advanceTimersByTimeAsync(400);
  expect(letIn).toEqual({});
  await vi.advanceTimersByTimeAsync(200);
  expect(letIn).toEqual({ a: true });
  expect(missed).toEqual([]);
});

test('who comes when others wait no more for a slow bus is let in with them, and looks again as they do', async () => {
  const { follow, letIn, missed } = followThrough({ takesMs: 1_600 });
  follow('a');
  await vi.advanceTimersByTimeAsync(100);
  follow('b');
  await vi.advanceTimersByTimeAsync(1_200);
  follow('c');
  await vi.advanceTimersByTimeAsync(100);
  expect(letIn).toEqual({ a: false, b: false, c: false });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(missed.toSorted()).toEqual(['a', 'b', 'c']);
});

test('who comes after the bus refused is let in, and looks again once the bus knows', async () => {
  const { follow, letIn, missed } = followThrough({ takesMs: 1_600, refusals: 1 });
  follow('a');
  await vi.advanceTimersByTimeAsync(500);
  follow('b');
  await vi.advanceTimersByTimeAsync(100);
  expect(letIn).toEqual({ a: false, b: false });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(missed.toSorted()).toEqual(['a', 'b']);
});
