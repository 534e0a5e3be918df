/** Actions of the sandbox checkout; the last four apply to a single charge. */
export const SANDBOX_FORM_ACTIONS = [
  'pay',
  'decline',
  'next-month',
  'fail-next',
  'good-card',
  'fail-refund',
  'tell-again',
  'refund',
  'dispute',
  'dispute-won',
  'settle-less',
] as const;
export type SandboxFormAction = (typeof SANDBOX_FORM_ACTIONS)[number];

/** One charge: the initial one, or an automatic monthly renewal. */
export type SandboxChargeView = {
  reference: string;
  state: 'pending' | 'success' | 'failed';
  back: 'refunded' | 'disputed' | null;
  /** ISO. */
  at: string | null;
  acts: SandboxFormAction[];
};

/** Data of the /till/{reference} page. */
export type SandboxView = {
  reference: string;
  description: string;
  email: string;
  price: { minor: number; currency: 'KES' | 'USD' };
  channel: 'card' | 'mpesa';
  /** Name of the plan that a card renews; null for a one-time payment. */
  planName: string | null;
  /** The page that the payer came from. */
  returnUrl: string;
  charges: SandboxChargeView[];
  subscription: {
    state: 'active' | 'non-renewing' | 'attention' | 'ended';
    /** ISO. */
    nextChargeAt: string;
    failNext: boolean;
  } | null;
  /** The next refund that Kiddo asks for fails. */
  failRefund: boolean;
  acts: SandboxFormAction[];
};
