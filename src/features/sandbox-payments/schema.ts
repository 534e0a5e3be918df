import { z } from 'zod';

/** What a hand can do at the till; the last three are about one charge. */
const SANDBOX_FORM_ACTIONS = [
  'pay',
  'decline',
  'next-month',
  'fail-next',
  'good-card',
  'tell-again',
  'refund',
  'dispute',
  'dispute-won',
] as const;
export type SandboxFormAction = (typeof SANDBOX_FORM_ACTIONS)[number];

/** Form of POST /till/{reference}. */
export const sandboxFormSchema = z.object({ do: z.enum(SANDBOX_FORM_ACTIONS), charge: z.string().min(1).max(200).optional() });

/** One charge: the one asked for, or a month that was charged by itself. */
export type SandboxChargeView = {
  reference: string;
  state: 'pending' | 'success' | 'failed';
  back: 'refunded' | 'disputed' | null;
  /** ISO. */
  at: string | null;
  acts: SandboxFormAction[];
};

/** All of /till/{reference}. */
export type SandboxView = {
  reference: string;
  description: string;
  email: string;
  price: { minor: number; currency: 'KES' | 'USD' };
  channel: 'card' | 'mpesa';
  /** Name of the plan that a card renews; null for what is paid once. */
  planName: string | null;
  /** Where the payer came from. */
  returnUrl: string;
  charges: SandboxChargeView[];
  subscription: {
    state: 'active' | 'non-renewing' | 'attention' | 'ended';
    /** ISO. */
    nextChargeAt: string;
    failNext: boolean;
  } | null;
  acts: SandboxFormAction[];
};
