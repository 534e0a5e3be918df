import type { AppContext } from '../../../context.server.ts';
import { generatePushKeys, type PushKeys } from '../../../infra/push/push-client.ts';
import { sealText, unsealText } from '../../../infra/sealed-text.ts';
import * as queries from './queries.server.ts';

const SEALED_AS = 'push keys';

/**
 * The site's keys, the same in every process. The first who asks makes them. Only services and the start call this.
 * @throws if they were made with another SECRET
 */
export async function getPushKeys(ctx: AppContext): Promise<PushKeys> {
  const found = await queries.findKeys(ctx.db);
  if (found) return open(ctx, found);
  const made = generatePushKeys();
  await queries.insertKeys(ctx.db, made.publicKey, seal(ctx, made), ctx.now());
  const stored = await queries.findKeys(ctx.db);
  if (!stored) throw new Error('the keys for push services were not stored');
  return open(ctx, stored);
}

/**
 * Makes the site's keys if there are none. Keys that another SECRET encrypted are lost: then there are new ones, and the browsers that were
 * told by the old ones have to be turned on again. At the start alone: while processes with two secrets run, each would take away the other's.
 */
export async function preparePushKeys(ctx: AppContext): Promise<void> {
  await getPushKeys(ctx).catch(() =>
    ctx.db.transaction().execute(async (trx) => {
      const found = await queries.lockKeys(trx);
      // Another process was faster.
      if (!found || canOpen(ctx, found)) return;
      const made = generatePushKeys();
      const browsers = await queries.replaceKeys(trx, made.publicKey, seal(ctx, made), ctx.now());
      ctx.log.warn(
        { browsers },
        'SECRET has changed: there are new keys for push services, and players have to turn on their browsers again',
      );
    }),
  );
}

type StoredKeys = { public_key: string; sealed_private_key: string };

const seal = (ctx: AppContext, { privateKey }: PushKeys) => sealText(ctx.secret, SEALED_AS, privateKey);

function open(ctx: AppContext, { public_key, sealed_private_key }: StoredKeys): PushKeys {
  return { publicKey: public_key, privateKey: unsealText(ctx.secret, SEALED_AS, sealed_private_key) };
}

function canOpen(ctx: AppContext, stored: StoredKeys): boolean {
  try {
    open(ctx, stored);
    return true;
  } catch {
    return false;
  }
}
