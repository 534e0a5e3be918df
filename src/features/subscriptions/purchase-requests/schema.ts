import type { ActionResult } from '../../../shared/action-result.ts';
import type { ClosedNotice } from '../../feature-flags/schema.ts';
import type { ConsentDoor, Language } from '../../guardians/schema.ts';
import type { Plan } from '../schema.ts';

/** The player's page: asking a guardian to pay. `?plan=` or `?pack=` says for what. */
export const ASK_AT_HOME_PATH = '/ask-at-home';
/** The guardian's page is below it, at the key of a request. */
export const PAY_AT_HOME_PATH = '/guardian/pay';

/** For how many days a request can be paid. */
export const PURCHASE_REQUEST_DAYS = 7;
/** How many requests a player can send in a week: a guardian is not pressed. */
export const PURCHASE_REQUESTS_MAX = 3;
/** The longest text that goes with a no, in characters. */
export const REPLY_MAX = 100;

/** What is asked for: 30 days of a plan with what it brings, or kiddocash. The price is in cents of a shilling. */
export type PurchaseItem =
  | { kind: 'plan'; id: Plan['id']; name: string; days: number; features: string[]; kiddocash: number; priceMinor: number }
  | { kind: 'pack'; id: string; kiddocash: number; priceMinor: number };

/**
 * Where a request stands. 'closed': the guardian does not allow any buying any more, or the account is closed or about to be; 'held': what was
 * paid does not fit, and our team looks at it; 'paid-back': it was paid, and the money went back.
 */
export type PurchaseRequestState = 'open' | 'paid' | 'refused' | 'cancelled' | 'expired' | 'closed' | 'held' | 'paid-back';

/** What is not at once, or ends, when a plan is paid now, because another one runs. Times are ISO. */
export type PurchaseTiming = {
  /** When the days begin; null: at once. */
  beginsAt: string | null;
  /** When the kiddocash comes; null: at once, or none. */
  kiddocashAt: string | null;
  /** The plan that a card renews now, and does not any more then; null: none. */
  endsCardOf: string | null;
};

/** A request as its player sees it. Times are ISO. */
export type OwnPurchaseRequest = {
  item: PurchaseItem;
  state: PurchaseRequestState;
  askedAt: string;
  expiresAt: string;
  /** The address that was asked, shortened: m***@example.com. */
  address: string;
  /** The mail did not arrive. 'refused': the mail server has no such mailbox; 'late': nobody took it until now. */
  undelivered: 'refused' | 'late' | null;
  /** What the guardian wrote to their no. */
  reply: string | null;
};

/** Why a player cannot ask for something now. 'guardian': nobody has agreed to being asked; 'of-age': they pay by themselves. */
type AskingObstacle = 'guardian' | 'of-age' | 'open' | 'too-many';

/** The player's page. */
export type AskAtHomeView = {
  /** What the address of the page names; null: nothing that can be bought. */
  item: PurchaseItem | null;
  timing: PurchaseTiming;
  /** The last request; an open one first. */
  request: OwnPurchaseRequest | null;
  obstacle: AskingObstacle | null;
  /** With 'guardian': why, and what the player can do about it. */
  door: ConsentDoor | null;
  /** ISO, with 'too-many': from when the next request can be sent. */
  canAskFrom: string | null;
  /** Whom we write to, shortened; null: nobody. */
  address: string | null;
  /** Nothing can be bought now; null: it can. */
  closed: ClosedNotice | null;
};

/** What a player can do: `do` with `plan` or `pack`, or taking the open request back. */
export type AskAtHomeResult = ActionResult<{ do: 'ask' | 'take-back' }>;

/** What a player may ask for at home, for the pages with prices. Null in `Spending`: they cannot ask. */
export type AskingAtHome = {
  /** A request that waits for an answer. */
  open: { item: PurchaseItem; expiresAt: string } | null;
};

/**
 * The guardian's page, by the link in the mail. 'confirming': the checkout that they come back from is not settled; 'unknown': the link is none
 * of ours, or the request is deleted. The link may be passed on to whoever pays: nothing else can be done by it.
 */
export type PurchaseView = {
  state: PurchaseRequestState | 'confirming' | 'unknown';
  language: Language;
  /** Null with 'unknown'; so are the others. */
  username: string | null;
  item: PurchaseItem | null;
  timing: PurchaseTiming;
  /** ISO. */
  askedAt: string | null;
  expiresAt: string | null;
  /** What was paid for the player in this calendar month, in cents of a shilling. */
  monthMinor: number;
  reply: string | null;
  /** The checkout that they come back from was not paid. */
  isNotPaid: boolean;
  /** Somebody was sent to a checkout a short time ago, and nobody knows yet whether they paid. */
  isBegun: boolean;
  /** Nothing can be paid now; null: it can. */
  closed: ClosedNotice | null;
};

/** What a guardian can do: `do`, and with 'pay' `channel`, with 'refuse' `reply`. */
export const PURCHASE_ACTIONS = ['pay', 'refuse'] as const;
/** Result of the guardian's form that does not redirect to a checkout. */
export type PurchaseResult = ActionResult<{ do: 'refuse' }>;
