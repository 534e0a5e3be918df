import type { AppContext } from '../../context.server.ts';
import * as queries from './queries.server.ts';

/** A changed price shows within this time. */
const CACHE_MS = 5_000;

/** What a megabyte costs on a phone, for everybody: in thousandths of a Kenyan shilling, as operators set it. */
export async function getDataPrice(ctx: AppContext): Promise<number> {
  return ctx.cached('data price', CACHE_MS, () => queries.findDataPrice(ctx.db));
}
