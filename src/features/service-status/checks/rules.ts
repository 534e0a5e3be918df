import type { Finding } from '../probes/rules.ts';
import type { CheckState, Part } from '../schema.ts';

/** Two checks that began less far apart than this have no gap between them: a worker that is busy begins some seconds late. */
export const GAP_MS = 90_000;
/** How long a try may take, and from when on an answer is slow, in milliseconds. A failed try is made once more, so a check takes 10 s at most. */
export type CheckLimits = { tryMs: number; slowMs: Record<Part, number> };
export const CHECK_LIMITS: CheckLimits = {
  tryMs: 5_000,
  slowMs: { pages: 2_000, games: 2_000, chat: 1_000, payments: 3_000, mail: 3_000 },
};

/** What a check found. `durationMs`: of the try that counts; null: none came to an end. `error`: for operators alone. */
export type CheckResult = { state: CheckState; durationMs: number | null; error: string };

/** What one try gave. */
export type Try = { durationMs: number; finding: Finding } | { failure: string };

/** What a check found, from its tries: a second one only if the first one failed. */
export function judge(first: Try, second: Try | null, slowMs: number): CheckResult {
  const counted = second ?? first;
  if ('failure' in counted) return { state: 'down', durationMs: null, error: counted.failure };
  const durationMs = Math.round(counted.durationMs);
  const { state = 'works', error = '' } = counted.finding ?? {};
  if (state !== 'works') return { state, durationMs, error };
  if ('failure' in first) return { state: 'slow', durationMs, error: first.failure };
  return { state: durationMs > slowMs ? 'slow' : 'works', durationMs, error };
}
