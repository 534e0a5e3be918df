/** The state of a refund that an operator asked for (migrations/0049_refund_requests.sql). */
export type RefundState = 'requested' | 'sent' | 'processed' | 'failed';

/** Why a payment cannot be refunded (now). */
export type RefundObstacle =
  /** It was never paid. */
  | 'not-paid'
  | 'refunded'
  /** The dispute decides. */
  | 'disputed'
  /** A refund is under way. */
  | 'open'
  /** It was paid at another provider than the one of now. */
  | 'other-provider'
  /** The provider cannot say now how much was paid. */
  | 'unknown-sum';

/** Why we did not send a refund that somebody asked for: stored where the provider's words stand otherwise. */
export type RefundStop = 'disputed' | 'less-left';

/** What a whole refund takes back, exactly as it would at this moment. Times are ISO. */
export type RefundEffects = {
  /** Until when the player has paid days, without and with the refund (null: none run); null: the payment brings no days. */
  premium: { now: string | null; after: string | null } | null;
  /** Null: the payment brought no kiddocash. `taken` of it is still there, and is taken. */
  kiddocash: { given: number; taken: number } | null;
  /** The card of the subscription is not charged any more. */
  stopsRenewal: boolean;
  /** The account is there, so that its player is told, by a notification and a mail. */
  notifiesPayer: boolean;
  /** A guardian paid: whether a mail of their own tells them; null: it was not a guardian. */
  guardian: GuardianReach | null;
};
/** Whether a mail reaches a guardian who paid; 'mailbox-gone': our team was told so; 'forgotten': their request was deleted with its time. */
export type GuardianReach = 'mail' | 'mailbox-gone' | 'forgotten';
