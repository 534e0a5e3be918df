import { needsGuardian, type AgeBand } from '../../../shared/permissions.ts';
import type { GuardianMailKind } from './schema.ts';

/** A mail that no mail server took in so many days is not sent any more: the tries of its job end after a day and a half. */
export const UNTAKEN_DAYS = 2;

/** What decides whether a mail is still to be sent. */
export type MailFacts = {
  kind: GuardianMailKind;
  state: 'asked' | 'given' | 'refused' | 'withdrawn';
  age_band: AgeBand | null;
  closed_as: string | null;
};

/** Whether what a mail says is still so: it may have waited for hours. */
export function isStillTrue({ kind, state, age_band: band, closed_as: closedAs }: MailFacts): boolean {
  if (closedAs !== null || !needsGuardian(band)) return false;
  return isRequest(kind) ? state === 'asked' : state === 'given';
}

/** Whether a mail asks somebody who has not agreed. */
export function isRequest(kind: GuardianMailKind): boolean {
  return kind === 'request' || kind === 'reminder';
}

/** Whether a mail did not arrive, and will not. */
export function isUndeliverable(mail: { queuedAt: Date; takenAt: Date | null; refusedAt: Date | null }, now: Date): boolean {
  if (mail.refusedAt !== null) return true;
  return mail.takenAt === null && now.getTime() >= mail.queuedAt.getTime() + UNTAKEN_DAYS * 86_400_000;
}
