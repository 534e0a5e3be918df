import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../context.server.ts';
import { isId } from '../../shared/ids.ts';
import { GUARDIAN_PATH } from './schema.ts';

// Only other services call these functions.

/** The address of the page on which a guardian answers, for the link in one of our mails. It has no end of its own; the request has. */
export function urlForAgreement(ctx: AppContext, mailId: string): string {
  return `${ctx.config.origin}${GUARDIAN_PATH}/${mailId}.${sign(ctx, mailId)}`;
}

/** The id of the mail whose link has this key (what follows `/guardian/`), or null if we never signed it. */
export function parseAgreementKey(ctx: AppContext, key: string): string | null {
  const [, mailId = '', given = ''] = /^([\w-]{36})\.([\w-]{43})$/.exec(key) ?? [];
  if (!isId(mailId)) return null;
  return timingSafeEqual(Buffer.from(sign(ctx, mailId)), Buffer.from(given)) ? mailId : null;
}

function sign(ctx: AppContext, mailId: string): string {
  return createHmac('sha256', ctx.secret).update(`guardian mail ${mailId}`).digest('base64url');
}
