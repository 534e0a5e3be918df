import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { PAY_AT_HOME_PATH } from './schema.ts';

// Only other services call these functions.

/** The path of the page on which a guardian pays or says no. The database has no key; the request has an end. */
export function pathForPurchase(ctx: AppContext, requestId: string): string {
  return `${PAY_AT_HOME_PATH}/${requestId}.${sign(ctx, requestId)}`;
}

/** The id of the request whose link has this key (what follows `/guardian/pay/`), or null if we never signed it. */
export function parsePurchaseKey(ctx: AppContext, key: string): string | null {
  const [, requestId = '', given = ''] = /^([\w-]{36})\.([\w-]{43})$/.exec(key) ?? [];
  if (!isId(requestId)) return null;
  return timingSafeEqual(Buffer.from(sign(ctx, requestId)), Buffer.from(given)) ? requestId : null;
}

function sign(ctx: AppContext, requestId: string): string {
  return createHmac('sha256', ctx.secret).update(`purchase request ${requestId}`).digest('base64url');
}
