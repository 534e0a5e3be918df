import type { DisputeAnswerKind, DisputeState } from './schema.ts';

const DAY_MS = 86_400_000;
/** Operators are told once more when a dispute has less than this left. */
export const DUE_SOON_MS = DAY_MS;
/** How far back the provider is asked for disputes. A bank has up to four months. */
export const SYNC_DAYS = 130;
/** One process alone sends an answer for this long. It is more than all requests of it can take. */
export const SENDING_MS = 3 * 60_000;

/** Whether we can answer now: nothing was answered yet, or the provider refused it. */
export function canAnswer(dispute: { state: DisputeState; answer: string | null; answer_error: string | null }): boolean {
  return dispute.state === 'awaiting-us' && (dispute.answer === null || dispute.answer_error !== null);
}

/**
 * Whether the provider's state shows that it has our answer. Before the first try it cannot: then somebody answered there, or the time was
 * over.
 */
export function hasOurAnswer(answer: DisputeAnswerKind, state: DisputeState, tries: number): boolean {
  if (tries <= 1 || state === 'awaiting-us') return false;
  return answer === 'accept' ? state === 'lost' : state !== 'lost';
}

/** How many days of a paid time had begun by a moment, and how many it has. */
export function countDays(period: { begins_at: Date; ends_at: Date }, until: Date): { used: number; total: number } {
  const total = Math.max(1, Math.round((period.ends_at.getTime() - period.begins_at.getTime()) / DAY_MS));
  const used = Math.ceil((until.getTime() - period.begins_at.getTime()) / DAY_MS);
  return { used: Math.min(total, Math.max(0, used)), total };
}
