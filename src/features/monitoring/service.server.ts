import type { AppContext } from '../../context.server.ts';
import type { SiteFigures } from '../../infra/metrics/metrics.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { sendEmailJob } from '../mail/service.server.ts';
import { findWaitingMails } from '../service-status/probes/queries.server.ts';
import * as queries from './queries.server.ts';

/**
 * What the database says of the whole site, for monitoring: numbers alone. The age of mails is that of the oldest that should have gone, as
 * the status page reckons it: one to a mailbox that does not exist is none.
 * @param queues the names of jobs
 */
export async function readSiteFigures(ctx: Pick<AppContext, 'db' | 'now'>, actor: Actor, queues: readonly string[]): Promise<SiteFigures> {
  authorize(actor, 'status:run');
  const now = ctx.now();
  const found = await queries.listQueueFigures(ctx.db, queues);
  const waiting = await queries.countMails(ctx.db, sendEmailJob.name);
  const { oldest } = await findWaitingMails(ctx.db, sendEmailJob.name, now);
  const oldestSeconds = oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1_000);
  const { noted, notedFull, archivedAt } = await queries.findBackups(ctx.db);
  return {
    queues: found,
    mails: { waiting, oldestSeconds },
    backedUpAt: toSeconds(noted),
    fullyBackedUpAt: toSeconds(notedFull),
    archivedAt,
  };
}

/** What cannot be read is null: it takes no other figure along. */
function toSeconds(noted: string | null): number | null {
  const at = Date.parse(noted ?? '') / 1_000;
  return Number.isNaN(at) ? null : at;
}
