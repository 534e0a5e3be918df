import type { AcceptObstacle, DisputeAnswerKind, DisputeState } from './schema.ts';

const DAY_MS = 86_400_000;
/** Operators are told once more when a dispute has less than this left. */
export const DUE_SOON_MS = DAY_MS;
/** How far back the provider is asked for disputes. A bank has up to four months. */
export const SYNC_DAYS = 130;
/** One process alone sends an answer for this long. It is more than all requests of it can take. */
export const SENDING_MS = 3 * 60_000;

/** An answer that the provider still does not have after this time can be replaced by another one. */
const STUCK_MS = 3_600_000;

type Answering = {
  state: DisputeState;
  answer: string | null;
  answer_error: string | null;
  answered_at: Date | null;
  sending_until: Date | null;
  sent_at: Date | null;
};

/** Whether our answer does not reach the provider, and nobody sends it at this moment. */
export function isStuck(
  { state, answer_error: error, answered_at: at, sending_until: until, sent_at: sentAt }: Answering,
  now: Date,
): boolean {
  if (state !== 'awaiting-us' || at === null || sentAt !== null || error !== null) return false;
  return now.getTime() - at.getTime() >= STUCK_MS && (until === null || until <= now);
}

/** Whether we can answer now: nothing was answered yet, the provider refused it, or it does not get there. */
export function canAnswer(dispute: Answering, now: Date): boolean {
  return dispute.state === 'awaiting-us' && (dispute.answer === null || dispute.answer_error !== null || isStuck(dispute, now));
}

/** Why accepting a dispute would send money back that is not there, or twice. Null: it does not. */
export function findAcceptObstacle(money: { leftMinor: number; isRefunding: boolean }): AcceptObstacle | null {
  if (money.isRefunding) return 'refund-open';
  return money.leftMinor <= 0 ? 'nothing-left' : null;
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
