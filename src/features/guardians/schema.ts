import type { ActionResult } from '../../shared/action-result.ts';
import type { Consent } from '../../shared/permissions.ts';

/** The player's page: whom they asked, what was chosen. */
export const GUARDIAN_PATH = '/guardian';

/** The languages in which a guardian reads; more can follow. */
export const LANGUAGES = ['en', 'sw'] as const;
export type Language = (typeof LANGUAGES)[number];

export const RELATIONS = ['mother', 'father', 'grandparent', 'other'] as const;
export type Relation = (typeof RELATIONS)[number];
export const CHAT_CHOICES = ['off', 'phrases', 'friends'] as const;
export type ChatChoice = (typeof CHAT_CHOICES)[number];
/** What can be chosen about buying. 'ask': they are asked each time, by mail. */
export const BUYING_CHOICES = ['none', 'ask', 'up-to-a-sum'] as const satisfies readonly Extract<Consent, object>['buying'][];
export type BuyingChoice = (typeof BUYING_CHOICES)[number];

/** The bounds of a monthly sum, in whole shillings. */
export const MONTHLY_SUM_MIN = 10;
export const MONTHLY_SUM_MAX = 20_000;
/** How many grown-ups a guardian can approve for one child. */
export const APPROVED_ADULTS_MAX = 5;
/** For how many children one mailbox can agree. */
export const CHILDREN_MAX = 6;
/** For how long a request can be answered, in days; a reminder begins them again. */
export const REQUEST_DAYS = 14;
/** After a no, or a consent taken back, the next request can be sent after so many days. */
export const REFUSAL_DAYS = 7;

/** What was chosen for a player. `sum`: whole shillings a month, for 'up-to-a-sum'. */
export type Choices = { chat: ChatChoice; buying: BuyingChoice; sum: number | null };
/** What a guardian who agrees chose and said. `monthlyLimitMinor`: in cents of a shilling. */
export type GivenConsent = { relation: Relation; chat: ChatChoice; buying: BuyingChoice; monthlyLimitMinor: number | null };

/**
 * Where a player's consent stands. 'not-needed': they are of age. 'returned': it ended because our mail to the guardian came back.
 * 'ended-by-team': our team ended it, because it was told that the mailbox is gone, and nobody answered at the new address.
 */
export type ConsentState = 'not-needed' | 'none' | 'asked' | 'given' | 'refused' | 'withdrawn' | 'returned' | 'ended-by-team';

/**
 * Why something is closed to a player, and what they can do about it. `state`: where the consent stands; with 'given' the guardian chose so.
 * `canRemind`: they asked, and have not reminded in the last 24 hours.
 */
export type ConsentDoor = { state: Exclude<ConsentState, 'not-needed'>; canRemind: boolean };

/**
 * A grown-up whom a guardian approved, as the player sees them. `username`: as it was typed. `owner`: 'other': whoever has the name now was not
 * approved by it; 'renamed': who was approved has another name now; null: neither.
 */
export type NamedAdult = { username: string; owner: 'other' | 'renamed' | null };

/** The page of the player. Addresses are shortened: m***@example.com. */
export type GuardianView = {
  state: ConsentState;
  /** The address that was asked last; null: none. */
  address: string | null;
  /** ISO; null where it did not happen. */
  askedAt: string | null;
  remindedAt: string | null;
  decidedAt: string | null;
  choices: Choices | null;
  /** Grown-ups whom the guardian approved. */
  adults: NamedAdult[];
  /** They may be in touch already: the mail that asks whether it was the guardian who agreed has reached them. */
  areAdultsOpen: boolean;
  /**
   * The last mail to whom they asked did not arrive. 'refused': the mail server has no such mailbox, which is also said of whoever has agreed;
   * 'late': nobody took it until now.
   */
  undelivered: 'refused' | 'late' | null;
  /** They can remind whom they asked, or, once it is given, send the link again. */
  canRemind: boolean;
  /** Whom they asked got all reminders that one request has. */
  hasRemindedEnough: boolean;
  /** ISO: from when another grown-up can be asked in place of the one who was asked and can still answer; null: now, or nobody was asked. */
  canAskOtherFrom: string | null;
  /** Our team named the address that is asked: the player cannot take that back. */
  isAskedByTeam: boolean;
  /** A request that they took back, until another address can be asked (ISO, `until`); null: none, or that is over. */
  takenBack: { address: string; until: string } | null;
  /** They can send ready phrases while nobody has agreed. */
  hasPhrases: boolean;
  /** ISO: from when another request can be sent, after a no; null: now. */
  canAskFrom: string | null;
  returnPath: string | null;
};
/**
 * What a player can do on their page. 'ask' has `email`; asking again with another address changes it. 'remind' sends the link again, too.
 * 'take-back': the address was wrong, and nobody can answer by it any more.
 */
export const GUARDIAN_ACTIONS = ['ask', 'remind', 'take-back'] as const;
export type GuardianAction = (typeof GUARDIAN_ACTIONS)[number];
/** Result of the player's forms. */
export type GuardianResult = ActionResult<{ do: GuardianAction }>;

/**
 * What the link in a mail leads to. 'unknown': not one of ours; 'expired': nobody answered in time, another address was asked instead, or
 * there was another request after this mail; 'ended': the consent was taken back, or the player is gone; 'of-age': the player needs nobody.
 */
export type AgreementState = 'open' | 'given' | 'refused' | 'expired' | 'ended' | 'of-age' | 'unknown';

/** The page of the guardian, by the link in a mail. */
export type AgreementView = {
  state: AgreementState;
  language: Language;
  /** Null when the link is not one of ours, or nothing is left of the player. */
  username: string | null;
  choices: Choices | null;
  relation: Relation | null;
  /** ISO; when the guardian said no, or since when they have agreed. */
  decidedAt: string | null;
  /** What was chosen can be changed by this link: it is from a mail of the request that was answered. */
  canChange: boolean;
  /** Usernames of grown-ups whom they approved, as they typed them: also those that no player has. */
  adults: string[];
  /** These may be in touch already: the mail that asks whether it was they who agreed has reached them. */
  areAdultsOpen: boolean;
  /** Prices in whole shillings, as they are now: the cheapest plan that costs something, and whether a card renews by itself. */
  prices: { premium: number | null };
  /** Of the texts as they are now. A page that was loaded before a change of them has others. */
  textVersion: string;
};
/** What a guardian can do. 'never': no, and no more mails from Kiddo about any player. */
export const AGREEMENT_ACTIONS = ['agree', 'refuse', 'withdraw', 'never'] as const;
export type AgreementAction = (typeof AGREEMENT_ACTIONS)[number];
/** What a guardian who agreed can do about grown-ups. */
export const ADULT_ACTIONS = ['approve-adult', 'remove-adult'] as const;
export type AdultAction = (typeof ADULT_ACTIONS)[number];
/**
 * Result of the guardian's forms. Their fields are `do`, `textVersion`, and to agree `chat`, `buying`, `sum`, `relation`, `isAdult`,
 * `mayDecide`; to approve a grown-up `username`, to take one out `adult`. `username`: of the grown-up.
 */
export type AgreementResult = ActionResult<{ do: AgreementAction } | { do: AdultAction; username: string }>;
