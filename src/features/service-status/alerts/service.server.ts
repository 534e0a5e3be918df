import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { listRecipients } from '../../case-queue/alerts/queries.server.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { enqueuePushes } from '../../push/delivery/service.server.ts';
import { MINUTE_MS } from '../rules.ts';
import type { Part } from '../schema.ts';
import * as queries from './queries.server.ts';
import { ALERT_AFTER_MINUTES, EMAIL_EXPIRY_HOURS, planAlerts, type AlertKind } from './rules.ts';
import { alertEmail, alertPush } from './texts.ts';

/** Where the checks are for operators. */
const CHECKS_PATH = '/operator/status';

/**
 * Tells operators of parts that went down and of those that are back, in the transaction that recorded the checks of a minute. While mail is
 * down, only browsers tell them: no mail waits to say hours later what is not true any more. An alert that reaches nobody does not count: it is
 * planned again each minute, so what is still down when mail is back is told then.
 */
export async function alertOperators(ctx: AppContext, trx: Transaction<DB>, minute: Date): Promise<void> {
  const now = ctx.now();
  const after = new Date(minute.getTime() - ALERT_AFTER_MINUTES * MINUTE_MS);
  const states = await queries.listLastStates(trx, { after, to: minute });
  const { alerted, lastSent } = await queries.findAlerts(trx);
  const plan = planAlerts(states, alerted, lastSent, now);
  await queries.deleteOpenAlerts(trx, plan.forgotten);
  const isMailDown = states.get('mail')?.[0] === 'down';
  for (const kind of ['down', 'back'] as const) if (plan[kind].length > 0) await sendAlert(ctx, trx, kind, plan[kind], { now, isMailDown });
}

async function sendAlert(
  ctx: AppContext,
  trx: Transaction<DB>,
  kind: AlertKind,
  parts: readonly Part[],
  { now, isMailDown }: { now: Date; isMailDown: boolean },
): Promise<void> {
  const { config } = ctx;
  const areMailsRead = config.mail.kind === 'smtp' || config.mode === 'demo';
  const operators = (await listRecipients(trx, now, areMailsRead)).filter(({ role }) => role === 'operator');
  const until = new Date(now.getTime() + EMAIL_EXPIRY_HOURS * 60 * MINUTE_MS).toISOString();
  const mailed = isMailDown ? [] : operators.filter(({ canGetMail }) => canGetMail);
  for (const { email } of mailed)
    await enqueueEmail(ctx, { ...alertEmail(email, kind, parts, `${config.origin}${CHECKS_PATH}`), until }, trx);
  const isPushed = await enqueuePushes(
    ctx,
    trx,
    operators.map(({ id }) => ({
      playerId: id,
      ...alertPush(kind, parts),
      url: CHECKS_PATH,
      tag: `status-${kind}`,
      isUrgent: kind === 'down',
    })),
  );
  if (isPushed || mailed.length > 0) await queries.saveAlert(trx, kind, parts, now);
}
