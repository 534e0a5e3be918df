import type { AppContext } from '../../../context.server.ts';
import { parseSignedId, signId } from '../../../infra/signed-id.ts';
import { PAY_AT_HOME_PATH } from './schema.ts';

// Only other services call these functions.

const PURPOSE = 'purchase request';

/** The path of the page on which a guardian pays or says no. The link has no end of its own; the request has. */
export function pathForPurchase(ctx: AppContext, requestId: string): string {
  return `${PAY_AT_HOME_PATH}/${signId(ctx.secret, PURPOSE, requestId)}`;
}

/** The id of the request whose link has this key (what follows `/guardian/pay/`), or null if we never signed it. */
export function parsePurchaseKey(ctx: AppContext, key: string): string | null {
  return parseSignedId(ctx.secret, PURPOSE, key);
}
