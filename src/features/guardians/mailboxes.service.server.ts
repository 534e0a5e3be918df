import { createHmac } from 'node:crypto';
import type { AppContext } from '../../context.server.ts';
import { toMailbox } from '../accounts/banned-emails/rules.ts';

// Only other services call this.

/** The keyed hash under which a mailbox stands that wants no mails of this kind; the same for all ways to write its address. */
export function hashUnwantedMailbox(ctx: AppContext, email: string): string {
  return createHmac('sha256', ctx.secret)
    .update(`unwanted guardian mailbox ${toMailbox(email)}`)
    .digest('base64url');
}
