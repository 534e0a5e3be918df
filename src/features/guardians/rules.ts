import { isWithinEditDistance } from '../../shared/edit-distance.ts';
import type { RateLimit } from '../../shared/rate-limit.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const DAY_MS = DAY * 1000;
/** East Africa has no summer time. */
const NAIROBI_OFFSET_MS = 3 * HOUR * 1000;

/** A request that nobody answered is deleted, with the address, so many days after it or its last reminder. */
export const UNANSWERED_DAYS = 30;
/** Requests that the jobs read at once. */
export const PAGE_SIZE = 200;
/**
 * While somebody who was asked can still answer, another grown-up can be asked after so many days: nobody becomes a child's guardian by being
 * named right after the one who was meant.
 */
export const OTHER_GUARDIAN_DAYS = 3;
/** Edits that put right a slip of the finger. With two, a mother's mailbox could become a father's. */
const SLIP_MAX = 1;
/** Hours after a consent when a second mail asks whether it was really they who gave it. */
export const CONFIRMATION_HOURS = 24;

/** Addresses that a player types in a day, also those that cannot be asked: the answers say a little about addresses. */
export const ATTEMPTS_LIMIT: RateLimit = { name: 'guardian-attempts', points: 10, seconds: DAY };
/** The same from one IP address, which a whole school or many phones of a mobile network may share. */
export const IP_ATTEMPTS_LIMIT: RateLimit = { name: 'guardian-attempts-ip', points: 300, seconds: HOUR };
/** How many addresses a player can ask in a week: a slip of the finger, and a second grown-up. */
export const ADDRESSES_MAX = 3;
export const ADDRESSES_LIMIT: RateLimit = { name: 'guardian-addresses', points: ADDRESSES_MAX, seconds: 7 * DAY };
/** Mails that all players together can send to one mailbox: anybody can type the address of a stranger. */
export const MAILBOX_LIMIT: RateLimit = { name: 'guardian-mailbox', points: 6, seconds: DAY };
/** Mails that are asked for from one IP address: a whole class may do so in one lesson. */
export const IP_LIMIT: RateLimit = { name: 'guardian-ip', points: 60, seconds: HOUR };

/** An address as others may see it: m***@example.com. */
export function shortenAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** The start of the day in Nairobi in which a time is: what is said to be open 'from' that day is open from then on. */
export function startOfDay(time: Date): Date {
  return new Date(Math.floor((time.getTime() + NAIROBI_OFFSET_MS) / DAY_MS) * DAY_MS - NAIROBI_OFFSET_MS);
}

/** The first day in Nairobi that begins at a time or after it, for what is open only from that time on. */
export function nextStartOfDay(time: Date): Date {
  return startOfDay(new Date(time.getTime() + DAY_MS - 1));
}

/** From when another grown-up can be asked in place of one who was asked and has not answered: the start of a day in Nairobi. */
export function canAskOtherAt(askedAt: Date): Date {
  return startOfDay(new Date(askedAt.getTime() + OTHER_GUARDIAN_DAYS * DAY_MS));
}

/**
 * Until when nobody else can be asked after a request was taken back; null: its days were over before. They begin again with it: who could have
 * answered in them cannot any more, and taking back must not be a way to name another grown-up sooner.
 */
export function findEndOfTakingBack(request: { askedAt: Date; takenBackAt: Date }, now: Date): Date | null {
  const end = canAskOtherAt(request.takenBackAt);
  return request.takenBackAt >= canAskOtherAt(request.askedAt) || end <= now ? null : end;
}

/** Whether two mailboxes differ so little that the second one puts right how the first one was typed. */
export function isSlip(typed: string, corrected: string): boolean {
  return isWithinEditDistance(typed, corrected, SLIP_MAX);
}
