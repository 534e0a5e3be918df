import type { AppContext } from '../../../context.server.ts';
import { CONFIRM_SECONDS, RESET_SECONDS, type ClientInfo } from '../../../infra/sign-in/sign-in.ts';
import type { RateLimit } from '../../../shared/limit.ts';
import { postLetter } from '../../mail/service.server.ts';
import { CONFIRM_MAILS, CONFIRM_MAILS_ALL, KNOWN_MAILS, RESET_MAILS, RESET_MAILS_ALL } from '../guarding/rules.ts';
import { countAsked } from '../guarding/service.server.ts';
import { letters } from '../texts.ts';

type Reader = { email: string; username: string };

/** Mails the link that proves an address. A few an hour to one mailbox; more are not sent, and nobody is told. */
export async function mailConfirmation(ctx: AppContext, to: Reader, token: string, visit: ClientInfo): Promise<void> {
  if (await isTooMany(ctx, CONFIRM_MAILS, CONFIRM_MAILS_ALL, to, visit)) return;
  const letter = letters.confirm(to.email, to.username, `${ctx.config.origin}/confirm-email?token=${token}`);
  await postLetter(ctx, { ...letter, until: inSeconds(ctx, CONFIRM_SECONDS) });
}

/** Tells the owner of an account that somebody wanted to sign up with their address. */
export async function mailKnown(ctx: AppContext, to: Reader): Promise<void> {
  if (await countAsked(ctx, KNOWN_MAILS, to.email)) return;
  await postLetter(ctx, letters.known(to.email, to.username, `${ctx.config.origin}/login`));
}

/** Mails the link to choose a new password. Who asks from elsewhere cannot use up what the owner may ask for. */
export async function mailReset(ctx: AppContext, to: Reader, token: string, visit: ClientInfo): Promise<void> {
  if (await isTooMany(ctx, RESET_MAILS, RESET_MAILS_ALL, to, visit)) return;
  const letter = letters.reset(to.email, to.username, `${ctx.config.origin}/reset-password?token=${token}`);
  await postLetter(ctx, { ...letter, until: inSeconds(ctx, RESET_SECONDS) });
}

/** Tells that a password was changed: if it was not the owner, they know at once. */
export async function mailChanged(ctx: AppContext, to: Reader): Promise<void> {
  await postLetter(ctx, letters.changed(to.email, to.username, `${ctx.config.origin}/login?view=reset`));
}

async function isTooMany(ctx: AppContext, fromHere: RateLimit, fromAnywhere: RateLimit, to: Reader, visit: ClientInfo): Promise<boolean> {
  return (await countAsked(ctx, fromHere, `${to.email} ${visit.address}`)) > 0 || (await countAsked(ctx, fromAnywhere, to.email)) > 0;
}

function inSeconds(ctx: AppContext, seconds: number): string {
  return new Date(ctx.now().getTime() + seconds * 1000).toISOString();
}
