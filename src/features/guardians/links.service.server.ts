import type { AppContext } from '../../context.server.ts';
import { parseSignedId, signId } from '../../infra/signed-id.ts';
import { GUARDIAN_PATH } from './schema.ts';

// Only other services call these functions.

const PURPOSE = 'guardian mail';

/** The address of the page on which a guardian answers, for the link in one of our mails. It has no end of its own; the request has. */
export function urlForAgreement(ctx: AppContext, mailId: string): string {
  return `${ctx.config.origin}${GUARDIAN_PATH}/${signId(ctx.secret, PURPOSE, mailId)}`;
}

/** The id of the mail whose link has this key (what follows `/guardian/`), or null if we never signed it. */
export function parseAgreementKey(ctx: AppContext, key: string): string | null {
  return parseSignedId(ctx.secret, PURPOSE, key);
}
