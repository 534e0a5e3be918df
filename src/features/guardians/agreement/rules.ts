import { needsGuardian, type AgeBand } from '../../../shared/permissions.ts';
import { REQUEST_DAYS, type AgreementState } from '../schema.ts';

/** The version of the texts that stand on the guardian's page: a new one whenever they change. Records name it. */
export const AGREEMENT_VERSION = '2026-11-26';
/** The hash of the version and of these texts in all languages; a test compares them (texts.test.ts). */
export const AGREEMENT_TEXTS_HASH = 'cD2BvgsmDgRjGles-bXB7KulltMqxCke-VlPR5WsbAM';

/** What decides where an agreement stands. */
export type AgreementFacts = {
  state: 'asked' | 'given' | 'refused' | 'withdrawn';
  asked_at: Date;
  reminded_at: Date | null;
  age_band: AgeBand | null;
  closed_as: string | null;
  /** Another guardian of the player is asked, or has agreed. */
  has_other_guardian: boolean;
};

/** Where an agreement stands for the guardian who opens its link. Only while it is 'open', 'refused' or 'given' can they agree. */
export function getAgreementState(facts: AgreementFacts, now: Date): Exclude<AgreementState, 'unknown'> {
  if (!isForChild(facts) || facts.state === 'withdrawn') return 'ended';
  if (facts.state === 'given') return 'given';
  const begun = Math.max(facts.asked_at.getTime(), facts.reminded_at?.getTime() ?? 0);
  if (facts.has_other_guardian || now.getTime() >= begun + REQUEST_DAYS * 86_400_000) return 'expired';
  return facts.state === 'refused' ? 'refused' : 'open';
}

/** Whether the player has an account, and a guardian decides for them. */
export function isForChild({ age_band: band, closed_as: closedAs }: AgreementFacts): boolean {
  return closedAs === null && band !== null && needsGuardian(band);
}
