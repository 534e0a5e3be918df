import { needsGuardian, type AgeBand } from '../../../shared/permissions.ts';
import type { RateLimit } from '../../../shared/rate-limit.ts';
import { isRequestOver } from '../allowances/rules.ts';
import type { AgreementState } from '../schema.ts';

/** The version of the texts that stand on the guardian's page: a new one whenever they change. Records name it. */
export const AGREEMENT_VERSION = '2026-11-27';
/** The hash of the version and of these texts in all languages; a test compares them (texts.test.ts). */
export const AGREEMENT_TEXTS_HASH = 'DM83Pzure3WhIf7u2_YIWWxa-v5dOEMeX2ZUQSQDI_U';

/** Consents and changes of one guardianship. A no is not counted: nobody must be able to use up what takes a consent back. */
export const ANSWERS_LIMIT: RateLimit = { name: 'guardian-answers', points: 20, seconds: 24 * 3600 };

/**
 * Names that are approved for one child in a day, whether or not there is such a player: the child is told of each, and nobody should go
 * through names. Taking one out is not counted.
 */
export const APPROVALS_LIMIT: RateLimit = { name: 'guardian-adults', points: 10, seconds: 24 * 3600 };

/** What decides where an agreement stands. */
export type AgreementFacts = {
  state: 'asked' | 'replaced' | 'given' | 'refused' | 'withdrawn';
  /** When the mail was queued whose link is used. */
  mail_queued_at: Date;
  asked_at: Date;
  reminded_at: Date | null;
  age_band: AgeBand | null;
  closed_as: string | null;
  /** Another guardian of the player is asked, or has agreed. */
  has_other_guardian: boolean;
};

/**
 * Where an agreement stands for the guardian who opens its link. Only while it is 'open', 'refused' or 'given' can they agree, and only by a
 * mail of the present request (`isOfRequest`).
 */
export function getAgreementState(facts: AgreementFacts, now: Date): Exclude<AgreementState, 'unknown'> {
  if (!needsGuardian(facts.age_band)) return 'of-age';
  if (!isForChild(facts)) return 'ended';
  if (facts.state === 'given') return 'given';
  if (facts.state === 'withdrawn') return 'ended';
  const isOver = isRequestOver(facts.asked_at, facts.reminded_at, now);
  if (facts.state === 'replaced' || facts.has_other_guardian || isOver || !isOfRequest(facts)) return 'expired';
  return facts.state === 'refused' ? 'refused' : 'open';
}

/** Whether a mail belongs to the present request, and not to an earlier one of the same player to the same guardian. */
export function isOfRequest({ mail_queued_at: queuedAt, asked_at: askedAt }: AgreementFacts): boolean {
  return queuedAt >= askedAt;
}

/** Whether the player has an account, and a guardian decides for them. */
export function isForChild({ age_band: band, closed_as: closedAs }: Pick<AgreementFacts, 'age_band' | 'closed_as'>): boolean {
  return closedAs === null && band !== null && needsGuardian(band);
}
