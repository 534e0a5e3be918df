import { needsGuardian, type AgeBand } from '../../../shared/permissions.ts';
import type { GuardianMailKind } from './schema.ts';

/** A mail that no mail server took in so many days is not sent any more: the tries of its job end after a day and a half. */
export const UNTAKEN_DAYS = 2;
/** A guardian gets no more than one receipt in so many minutes, however often they change what they chose. */
export const RECEIPT_MINUTES = 60;

/** What decides whether a mail is still to be sent. */
export type MailFacts = {
  kind: GuardianMailKind;
  queued_at: Date;
  state: 'asked' | 'replaced' | 'given' | 'refused' | 'withdrawn';
  asked_at: Date;
  decided_at: Date | null;
  confirmation_taken_at: Date | null;
  age_band: AgeBand | null;
  closed_as: string | null;
};

/** Whether what a mail says is still so: it may have waited for hours, and another request may have followed it. */
export function isStillTrue(mail: MailFacts): boolean {
  const { kind, state } = mail;
  if (mail.closed_as !== null || !needsGuardian(mail.age_band) || mail.queued_at < mail.asked_at) return false;
  if (isRequest(kind)) return state === 'asked';
  if (state !== 'given') return false;
  return (
    kind === 'receipt' ||
    kind === 'link' ||
    (mail.confirmation_taken_at === null && mail.decided_at !== null && mail.queued_at >= mail.decided_at)
  );
}

/** Whether a mail asks somebody who has not agreed. */
export function isRequest(kind: GuardianMailKind): boolean {
  return kind === 'request' || kind === 'reminder';
}

/** Why a mail did not arrive: there is no such mailbox, or no mail server took it so far. Null: it arrived, or may still. */
export function findDeliveryProblem(
  mail: { queuedAt: Date; takenAt: Date | null; refusedAt: Date | null },
  now: Date,
): 'refused' | 'late' | null {
  if (mail.refusedAt !== null) return 'refused';
  return mail.takenAt === null && now.getTime() >= mail.queuedAt.getTime() + UNTAKEN_DAYS * 86_400_000 ? 'late' : null;
}

/** That a grown-up was approved or taken out, by the name that was typed. */
export type AdultChange = { change: 'approved' | 'removed'; username: string };

/** What decides whether two mails say the same of what was chosen. */
type ChosenFacts = {
  relation: string | null;
  chat: string | null;
  buying: string | null;
  monthly_limit_minor: number | null;
  adults: readonly string[];
  adult_changes: readonly AdultChange[];
};

/** Whether the same was chosen, in the same steps: what was approved and taken out again is told too. */
export function isSameConsent(one: ChosenFacts, other: ChosenFacts): boolean {
  const facts = ['relation', 'chat', 'buying', 'monthly_limit_minor'] as const;
  const list = ({ adults, adult_changes: changes }: ChosenFacts) => JSON.stringify([adults, changes]);
  return facts.every((fact) => one[fact] === other[fact]) && list(one) === list(other);
}
