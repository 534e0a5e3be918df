import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { CONFIRM_SECONDS, RESET_SECONDS } from '../../infra/auth/lifetimes.ts';
import type { RateLimit } from '../../shared/rate-limit.ts';
import { enqueueEmail } from '../mail/service.server.ts';
import {
  CONFIRMATION_EMAIL_IP_LIMIT,
  CONFIRMATION_EMAIL_LIMIT,
  ACCOUNT_EXISTS_EMAIL_LIMIT,
  RESET_EMAIL_IP_LIMIT,
  RESET_EMAIL_LIMIT,
} from './sign-in-limits/rules.ts';
import { consumeRateLimit } from './sign-in-limits/service.server.ts';
import { emailTemplates } from './texts.ts';

type Recipient = { email: string; username: string };

/** Sends the link that confirms an email address. Above the rate limit of one mailbox the email is silently dropped. */
export async function sendConfirmationEmail(ctx: AppContext, to: Recipient, token: string, clientInfo: ClientInfo): Promise<void> {
  if (await exceedsLimits(ctx, CONFIRMATION_EMAIL_IP_LIMIT, CONFIRMATION_EMAIL_LIMIT, to, clientInfo)) return;
  const content = emailTemplates.confirm(to.email, to.username, `${ctx.config.origin}/confirm-email?token=${token}`);
  await enqueueEmail(ctx, { ...content, until: isoAfter(ctx, CONFIRM_SECONDS) });
}

/** Informs the owner of an account that somebody tried to sign up with their address. */
export async function sendAccountExistsEmail(ctx: AppContext, to: Recipient): Promise<void> {
  if (await consumeRateLimit(ctx, ACCOUNT_EXISTS_EMAIL_LIMIT, to.email)) return;
  await enqueueEmail(ctx, emailTemplates.known(to.email, to.username, `${ctx.config.origin}/login`));
}

/**
 * Tells the owner of an address that no account can have it. The browser where it was tried is not told: it gets the answer that a free
 * address gets.
 */
export async function sendRefusedAddressEmail(ctx: AppContext, email: string): Promise<void> {
  if (await consumeRateLimit(ctx, ACCOUNT_EXISTS_EMAIL_LIMIT, email)) return;
  await enqueueEmail(ctx, emailTemplates.refused(email, `${ctx.config.origin}/contact`));
}

/** Sends the link to choose a new password. Requests from another IP address cannot use up the owner's own limit. */
export async function sendPasswordResetEmail(ctx: AppContext, to: Recipient, token: string, clientInfo: ClientInfo): Promise<void> {
  if (await exceedsLimits(ctx, RESET_EMAIL_IP_LIMIT, RESET_EMAIL_LIMIT, to, clientInfo)) return;
  const content = emailTemplates.reset(to.email, to.username, `${ctx.config.origin}/reset-password?token=${token}`);
  await enqueueEmail(ctx, { ...content, until: isoAfter(ctx, RESET_SECONDS) });
}

/** Informs the owner that the password was changed, so that they notice at once if it was somebody else. */
export async function sendPasswordChangedEmail(ctx: AppContext, to: Recipient): Promise<void> {
  await enqueueEmail(ctx, emailTemplates.changed(to.email, to.username, `${ctx.config.origin}/login?view=reset`));
}

async function exceedsLimits(
  ctx: AppContext,
  ipLimit: RateLimit,
  totalLimit: RateLimit,
  to: Recipient,
  clientInfo: ClientInfo,
): Promise<boolean> {
  return (
    (await consumeRateLimit(ctx, ipLimit, `${to.email} ${clientInfo.address}`)) > 0 ||
    (await consumeRateLimit(ctx, totalLimit, to.email)) > 0
  );
}

function isoAfter(ctx: AppContext, seconds: number): string {
  return new Date(ctx.now().getTime() + seconds * 1000).toISOString();
}
