import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { addPoints } from '../../../infra/rate-limiter.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { enqueuePushes, type Push } from '../../push/delivery/service.server.ts';
import { REVIEW_DEADLINE_HOURS } from '../../reports/rules.ts';
import { listCasesToCall, listOpenCaseGroups } from '../queries.server.ts';
import type { CaseToCall } from '../rules.ts';
import { CASE_QUEUE_PATH } from '../schema.ts';
import { alertSettingsForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import {
  ALERT_RETENTION_DAYS,
  ASSIGNMENT_RETENTION_DAYS,
  CALL_HOURS,
  CALL_INTERVAL_MINUTES,
  CALLED_CASES_MAX,
  DEFAULT_ALERT_SETTINGS,
  EMAIL_EXPIRY_HOURS,
  holdBackReported,
  selectCases,
  summarizeCall,
  summarizeDigest,
  withFixedSettings,
  type Recipient,
} from './rules.ts';
import { ALERT_SETTINGS_PATH, type AlertSettingsResult, type AlertSettingsView } from './schema.ts';
import { callEmail, callPush, digestEmail, digestPush, texts } from './texts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the actor is called for as one of the team. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getAlertSettings(ctx: AppContext, actor: Actor): Promise<AlertSettingsView> {
  const { id, role } = requireTeam(actor);
  const [settings, address] = await Promise.all([queries.findAlertSettings(ctx.db, id), queries.findEmail(ctx.db, id)]);
  if (!address) throw new AppError('not-found');
  return {
    settings: withFixedSettings(role, settings ?? DEFAULT_ALERT_SETTINGS),
    isUrgentFixed: role === 'operator',
    email: address.isConfirmed ? address.email : null,
    sendsMail: ctx.config.mail.kind === 'smtp',
  };
}

/**
 * Saves what the actor is called for as one of the team. Operators are called for urgent cases, whatever they send.
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input'
 */
export async function saveAlertSettings(ctx: AppContext, actor: Actor, fields: FormFields): Promise<AlertSettingsResult> {
  const { id, role } = requireTeam(actor);
  await queries.saveAlertSettings(ctx.db, id, withFixedSettings(role, parseFormOrThrow(alertSettingsForm, fields)));
  return { ok: true, toast: texts.saved };
}

/**
 * Calls the team, once for each case and reason: for urgent cases that nobody looks at, and for all whose time is nearly over. What comes in
 * within 5 minutes after a call waits for the next one; so does longer what only reports of players make urgent, if those have called often.
 * Safe to run twice, also at once.
 * @returns how many people were called
 * @throws AppError 'not-allowed'
 */
export async function callTeam(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'case-alert:send');
  return ctx.db.transaction().execute(async (trx) => {
    await queries.lockCalls(trx);
    const now = ctx.now();
    const lastCall = await queries.findLastCall(trx);
    if (lastCall !== null && now.getTime() - lastCall.getTime() < CALL_INTERVAL_MINUTES * 60_000) return 0;
    const openedBefore = new Date(now.getTime() - (REVIEW_DEADLINE_HOURS - CALL_HOURS) * HOUR_MS);
    const waiting = await listCasesToCall(trx, { now, openedBefore, limit: CALLED_CASES_MAX });
    if (waiting.length === 0) return 0;
    const cases = holdBackReported(waiting, await queries.listReportCalls(trx, new Date(now.getTime() - HOUR_MS)), now);
    if (cases.length === 0) return 0;
    const calls = (await queries.listRecipients(trx, now, areMailsRead(ctx)))
      .map((recipient) => ({ recipient, cases: selectCases(cases, recipient) }))
      .filter((call) => call.cases.length > 0);
    await callPeople(ctx, trx, calls, now);
    // A case of which nobody could be told calls later, once somebody can.
    const told = new Set(calls.flatMap((each) => each.cases));
    await queries.insertAlerts(trx, [...told], now);
    return calls.length;
  });
}

/** Calls these people about these cases: whatever reaches them is sent from here, and is part of the transaction. */
async function callPeople(
  ctx: AppContext,
  trx: Transaction<DB>,
  calls: readonly { recipient: Recipient; cases: CaseToCall[] }[],
  now: Date,
): Promise<void> {
  const summaries = calls.map(({ recipient, cases }) => ({ recipient, summary: summarizeCall(cases, recipient) }));
  for (const { recipient, summary } of summaries)
    if (recipient.canGetMail) await mail(ctx, trx, callEmail(recipient.email, summary, now, getLinks(ctx)), now);
  await enqueuePushes(
    ctx,
    trx,
    summaries.map(({ recipient, summary }) => ({
      playerId: recipient.id,
      ...callPush(summary),
      url: CASE_QUEUE_PATH,
      tag: summary.urgent ? 'cases-urgent' : 'cases-due-soon',
      // What is nearly late also wakes nobody who has quiet hours.
      isUrgent: summary.urgent !== null,
    })),
  );
}

/**
 * Tells everybody of the team what waits, once a day, if anything does. Safe to run twice, also at once.
 * @returns how many people were told
 * @throws AppError 'not-allowed'
 */
export async function sendDigests(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'case-alert:send');
  return ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now();
    // Whoever comes second waits here until the first one has committed, and counts two.
    const key = `case-digest:${now.toISOString().slice(0, 10)}`;
    const [runs] = await addPoints(trx, now.getTime(), [{ key, points: 1, end: now.getTime() + DAY_MS }]);
    if ((runs?.points ?? 0) > 1) return 0;
    const groups = await listOpenCaseGroups(trx, { lateBefore: new Date(now.getTime() - REVIEW_DEADLINE_HOURS * HOUR_MS) });
    if (groups.length === 0) return 0;
    const pushes: Push[] = [];
    for (const recipient of await queries.listRecipients(trx, now, areMailsRead(ctx))) {
      const summary = recipient.settings.digest ? summarizeDigest(groups, recipient) : null;
      if (!summary) continue;
      if (recipient.canGetMail) await mail(ctx, trx, digestEmail(recipient.email, summary, now, getLinks(ctx)), now);
      pushes.push({ playerId: recipient.id, ...digestPush(summary), url: CASE_QUEUE_PATH, tag: 'cases-digest' });
    }
    await enqueuePushes(ctx, trx, pushes);
    return pushes.length;
  });
}

/** Forgets old calls, and who looked at which case or left it. Only jobs call this. */
export async function deleteOldAlerts(ctx: AppContext): Promise<void> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
  await queries.deleteAlerts(ctx.db, before(ALERT_RETENTION_DAYS));
  await queries.deleteAssignments(ctx.db, before(ASSIGNMENT_RETENTION_DAYS));
  await queries.deleteLeaves(ctx.db, before(ASSIGNMENT_RETENTION_DAYS));
}

async function mail(ctx: AppContext, trx: Transaction<DB>, content: EmailContent, now: Date): Promise<void> {
  await enqueueEmail(ctx, { ...content, until: new Date(now.getTime() + EMAIL_EXPIRY_HOURS * HOUR_MS).toISOString() }, trx);
}

function getLinks({ config: { origin } }: AppContext): { queue: string; settings: string } {
  return { queue: `${origin}${CASE_QUEUE_PATH}`, settings: `${origin}${ALERT_SETTINGS_PATH}` };
}

/** The actor, if they are of the team. */
function requireTeam(actor: Actor): Extract<Actor, { kind: 'player' }> {
  authorize(actor, 'case-alert:set');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor;
}

/** Whether somebody reads our mails: a mail server takes them, or whoever tries out the demo mode looks into the outbox. */
function areMailsRead({ config }: AppContext): boolean {
  return config.mail.kind === 'smtp' || config.mode === 'demo';
}
