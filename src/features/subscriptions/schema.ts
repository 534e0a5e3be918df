import type { ActionResult } from '../../shared/action-result.ts';
import type { ClosedNotice } from '../feature-flags/schema.ts';
import type { ConsentDoor } from '../guardians/schema.ts';
import type { AskingAtHome } from './purchase-requests/schema.ts';

/** An amount of money in the smallest unit of its currency: KES 99 is 9900. */
export type Price = { minor: number; currency: 'KES' | 'USD' };

/** A plan on offer; a price of 0 is 'Free'. */
export type Plan = { id: 'basic' | 'premium' | 'pro'; name: string; price: Price; kiddocash: number; features: string[] };

/** Payment channels on offer: a card that renews automatically, or M-Pesa, which buys 30 days. */
export const CHANNELS = ['card', 'mpesa'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A player's current status (spec 2, section 4). */
export type SubscriptionStatus =
  /** 'Free Plan' */
  | { kind: 'free' }
  /** 'Expired'; `at` is ISO. */
  | { kind: 'expired'; planName: string; at: string }
  | {
      kind: 'active';
      planId: Plan['id'];
      planName: string;
      price: Price;
      channel: Channel;
      /** ISO: end of the paid time. */
      until: string;
      /** ISO: next charge of a card, null for a pass or without auto-renewal. */
      nextBilling: string | null;
      /** Null for a pass: it cannot renew. */
      autoRenew: boolean | null;
      /** ISO. Set after a failed charge: the card must be fixed by then. */
      graceUntil: string | null;
    };

/** One payment as the player sees it. */
export type PaymentSummary = {
  reference: string;
  what: string;
  price: Price;
  /** ISO. */
  at: string;
  /** 'not-allowed': held, because a guardian does not allow it. */
  state: 'pending' | 'success' | 'failed' | 'abandoned' | 'refunded' | 'disputed' | 'held' | 'not-allowed';
  channel: Channel;
  /** A guardian paid it, because the player asked them to. */
  isByGuardian: boolean;
};

/** When a player gets the next kiddocash of a plan. */
export type KiddocashPlan = {
  /** Paid, and still to come; null if there is none. `at` is ISO. */
  next: { amount: number; at: string } | null;
  /** ISO: until then no other kiddocash of a plan comes, because that of this month is given. Null if it could come at once. */
  monthEndsAt: string | null;
};

/** What a player under 18 may pay by themselves. Amounts are in cents of a shilling. */
export type Spending = {
  /** Why they can buy nothing, and what they can do about it; null: they can buy, or ask for it. */
  door: ConsentDoor | null;
  /** The sum that a guardian allows in a calendar month; null: they can buy nothing by themselves. */
  sum: {
    limitMinor: number;
    /** Without what is in open checkouts, and what is kept for the card; below zero if the sum became less than that. */
    leftMinor: number;
    /** Checkouts that are not finished, newest first. Their product (the id of a plan or pack) and channel lead to the same checkout again. */
    open: { product: string; channel: Channel; minor: number }[];
    /** Kept for the renewing card, which is charged this month. A plan that ends the card can use it. */
    dueMinor: number;
  } | null;
  /** What they can ask their guardian to pay; null: nothing. */
  asking: AskingAtHome | null;
  /** Whether the card of their plan may be charged each month: Auto-renew can be turned on again, and the card changed. */
  canRenew: boolean;
};

/** Data of the /subscription page. */
export type SubscriptionView = {
  plans: Plan[];
  /** Null for a visitor. */
  status: SubscriptionStatus | null;
  kiddocash: number | null;
  /** Null for a visitor. */
  kiddocashPlan: KiddocashPlan | null;
  payments: PaymentSummary[];
  next: string | null;
  /** A payment of this player is pending. */
  processing: boolean;
  /** Null for a visitor, and for players of age, who pay what they like. */
  spending: Spending | null;
  /** Nothing can be bought now; null: it can. */
  closed: ClosedNotice | null;
};

/** A printable receipt: what was paid, by whom, for whom, and for which days. */
export type ReceiptView = PaymentSummary & {
  username: string;
  email: string;
  /** ISO; null for kiddocash and for unpaid payments. */
  from: string | null;
  until: string | null;
};

/** What a player did with the subscription. */
export type SubscriptionAction = 'cancel' | 'auto-renew-on' | 'auto-renew-off';

/** Result of a form of /subscription or /robux that does not redirect to a checkout; `values` has the submitted payment channel. */
export type PaymentActionResult = ActionResult<{ action: SubscriptionAction }>;

/**
 * What a player who returns from a checkout is shown. 'missing': there is no such payment; 'signed-out': nobody is signed in, so that it
 * cannot be told.
 */
export type ReturnOutcome = 'paid' | 'confirming' | 'held' | 'not-allowed' | 'not-paid' | 'paid-back' | 'missing' | 'signed-out';

/** A toast, or an inline note without JavaScript. */
export type ToastMessage = { title: string; text: string; kind?: 'bad' };
