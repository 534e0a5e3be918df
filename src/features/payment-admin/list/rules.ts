import { CHANNELS } from '../../subscriptions/schema.ts';
import { PAYMENT_STATE_FILTERS, PROVIDERS, type PaymentFilters, type PaymentStateFilter } from './schema.ts';

/** Payments per page. */
export const PAGE_SIZE = 30;
/** As long as an address can be. */
const WHO_MAX = 254;
const DAY_MS = 86_400_000;

/** The states in the database that a filter shows, what else of them, and whether paid ones with a failed refund belong to it. */
export const STATES_SHOWN: Record<PaymentStateFilter | '', { states: string[]; isDisallowed?: boolean; withFailedRefunds?: boolean }> = {
  '': { states: ['created', 'pending', 'success', 'failed', 'abandoned', 'refunded', 'disputed', 'held'] },
  'needs-look': { states: ['held', 'disputed'], withFailedRefunds: true },
  pending: { states: ['created', 'pending'] },
  success: { states: ['success'] },
  failed: { states: ['failed'] },
  abandoned: { states: ['abandoned'] },
  held: { states: ['held'], isDisallowed: false },
  'not-allowed': { states: ['held'], isDisallowed: true },
  disputed: { states: ['disputed'] },
  refunded: { states: ['refunded'] },
};

/** The filters of a URL; what is none counts as nothing chosen. */
export function parsePaymentFilters(read: (name: keyof PaymentFilters) => string | null): PaymentFilters {
  const choose = <Value extends string>(name: keyof PaymentFilters, values: readonly Value[]): Value | '' =>
    values.find((value) => value === read(name)) ?? '';
  const day = (name: 'from' | 'to') => (parseDay(read(name)) === null ? '' : (read(name) ?? ''));
  const who = (read('who') ?? '').trim();
  return {
    state: choose('state', PAYMENT_STATE_FILTERS),
    who: who.isWellFormed() && !/\p{Cc}/u.test(who) ? who.slice(0, WHO_MAX) : '',
    from: day('from'),
    to: day('to'),
    channel: choose('channel', CHANNELS),
    provider: choose('provider', PROVIDERS),
  };
}

/** From when to when (without that moment) the days of these filters last; null: without a bound. */
export function getTimeRange({ from, to }: Pick<PaymentFilters, 'from' | 'to'>): { since: Date | null; until: Date | null } {
  const last = parseDay(to);
  return { since: parseDay(from), until: last && new Date(last.getTime() + DAY_MS) };
}

/** When a day begins in Nairobi, where clocks never change; null for what is no day. */
function parseDay(day: string | null): Date | null {
  if (day === null || !/^20\d\d-\d\d-\d\d$/.test(day)) return null;
  const midnight = new Date(`${day}T00:00:00+03:00`);
  const isDay = Number.isFinite(midnight.getTime()) && new Date(midnight.getTime() + DAY_MS / 8).toISOString().startsWith(day);
  return isDay ? midnight : null;
}
