import { createHmac } from 'node:crypto';
import type { AppContext } from '../../context.server.ts';
import { normalizeMailbox } from '../mail/rules.ts';

// Only other services call these functions.

/**
 * The mailbox of an address, the same for all ways to write it that somebody may own alone: `+anything` is left out for every provider. A
 * child who types its own address with such an addition must not become its own guardian; two people who share all but that are rare. The
 * database has the same rule as `mailbox_of`.
 */
export function toGuardianMailbox(email: string): string {
  return normalizeMailbox(email.trim().toLowerCase());
}

/** The keyed hash under which a mailbox stands that wants no mails of this kind; the same for all ways to write its address. */
export function hashUnwantedMailbox(ctx: AppContext, email: string): string {
  return createHmac('sha256', ctx.secret)
    .update(`unwanted guardian mailbox ${toGuardianMailbox(email)}`)
    .digest('base64url');
}
