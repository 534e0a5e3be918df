import type { Allowances, ChatLevel } from '../../../shared/permissions.ts';
import { REQUEST_DAYS, type ConsentDoor } from '../schema.ts';

/**
 * SQL expression: what a guardian chose for a player, as JSON: `{"chat", "buying"}`, `"no"`, or null while nobody has answered. An answer that
 * stands counts for more than a no of somebody else. A no counts until somebody agrees: asking again opens nothing, and so does taking that
 * request back. Then only the record of it is left.
 * @param id SQL expression of the player's id
 */
export function selectConsent(id: string): string {
  return `coalesce(
    (select case when g.state = 'given' then jsonb_build_object('chat', g.chat, 'buying', g.buying) else '"no"'::jsonb end
      from guardianships g where g.player_id = ${id} and g.state in ('given', 'refused', 'withdrawn') order by g.state = 'given' desc limit 1),
    (select '"no"'::jsonb from consent_records r where r.player_id = ${id} limit 1))`;
}

/** Where a consent stands for the player: one that ended by itself, or that our team ended, was not taken back by anybody. */
export function getDoorState(row: {
  state: 'asked' | 'given' | 'refused' | 'withdrawn' | null;
  is_mail_returned: boolean | null;
  is_ended_by_team: boolean | null;
}): ConsentDoor['state'] {
  if (row.is_ended_by_team) return 'ended-by-team';
  return row.is_mail_returned ? 'returned' : (row.state ?? 'none');
}

const LEVELS: readonly ChatLevel[] = ['off', 'phrases', 'free'];

/** What two friends can write to each other: the less of what each may. @param isByCode they became friends by a friend code */
export function getChatLevel(one: Allowances, other: Allowances, isByCode: boolean): ChatLevel {
  const [first, second] = [one, other].map(({ chat }) =>
    LEVELS.indexOf(chat === 'phrases-by-code' ? (isByCode ? 'phrases' : 'off') : chat),
  );
  return LEVELS[Math.min(first ?? 0, second ?? 0)] ?? 'off';
}

/**
 * From when a player can remind a guardian, or send the link again: once in 24 hours, and not in the first 24 after the request or the answer,
 * which had mails of their own.
 * @param mailedAt when the guardian was asked, or has agreed
 */
export function canRemindAt(mailedAt: Date | null, remindedAt: Date | null): Date {
  return new Date(Math.max(mailedAt?.getTime() ?? 0, remindedAt?.getTime() ?? 0) + 86_400_000);
}

/** Reminders of one request: whoever has not answered after them does not answer to mails. */
const REMINDERS_MAX = 5;

/** Whether a player has reminded a guardian as often as is possible. */
export function hasRemindedEnough(reminderCount: number): boolean {
  return reminderCount >= REMINDERS_MAX;
}

/** Whether a request can be answered no more: so many days have passed since it, or its last reminder. */
export function isRequestOver(askedAt: Date, remindedAt: Date | null, now: Date): boolean {
  return now.getTime() >= Math.max(askedAt.getTime(), remindedAt?.getTime() ?? 0) + REQUEST_DAYS * 86_400_000;
}

/** Why a guardian who was asked cannot be reminded now; null: they can, or the request is over and can begin anew. */
export function findReminderFlaw(
  {
    asked_at: askedAt,
    reminded_at: remindedAt,
    reminder_count: count,
  }: { asked_at: Date; reminded_at: Date | null; reminder_count: number },
  now: Date,
): 'too-soon' | 'reminded-enough' | null {
  if (hasRemindedEnough(count)) return isRequestOver(askedAt, remindedAt, now) ? null : 'reminded-enough';
  return canRemindAt(askedAt, remindedAt) > now ? 'too-soon' : null;
}
