import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { actionFailure, type ActionFailure } from '../../shared/action-result.ts';
import { AppError } from '../../shared/app-error.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../shared/paging.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { getUsername, insertAuditEntry } from '../audit-log/queries.server.ts';
import { moderateMessage } from '../safety/service.server.ts';
import { actionForm, endForm, saveForm, startForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { ANNOUNCEMENTS_PAGE_SIZE, findLinkedGame, fromStoredAudience, getState, toFieldTime, toStoredAudience } from './rules.ts';
import {
  ANNOUNCEMENT_FIELDS,
  DAYS_MAX,
  type AnnouncementFields,
  type AnnouncementResult,
  type AnnouncementState,
  type AnnouncementsView,
  type AnnouncementView,
} from './schema.ts';
import { texts } from './texts.ts';

/** The parsed form, without what only the audit log and the row's id need. */
type Written = {
  text: string;
  linkLabel: string;
  linkPath: string;
  audience: Parameters<typeof toStoredAudience>[0];
  game: string;
  from: Date | null;
  until: Date | null;
  bell: boolean;
};

const DAY_MS = 86_400_000;

/**
 * A page of all announcements, the latest start first, and the one that is being changed.
 * @param editId its id, if it has not begun. @param after cursor
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found' if there is nothing with that id to change
 */
export async function listAnnouncements(
  ctx: AppContext,
  actor: Actor,
  { editId, after }: { editId: string | null; after: string | null },
): Promise<AnnouncementsView> {
  authorize(actor, 'announcement:edit');
  const now = ctx.now();
  const cursor = decodeTimeCursor(after, (id) => /^\d{1,9}$/.test(id));
  const [found, editing] = await Promise.all([
    queries.listAnnouncements(ctx.db, ANNOUNCEMENTS_PAGE_SIZE + 1, cursor),
    editId === null ? null : findPlanned(ctx, editId),
  ]);
  const { rows, next } = toPage(found, ANNOUNCEMENTS_PAGE_SIZE, (row) => encodeTimeCursor(row.starts_at, String(row.id)));
  return { rows: rows.map((row) => toView(row, now)), next, editing: editing && toFields(editing), newId: ctx.newId() };
}

/**
 * Plans or starts an announcement, changes one that has not begun, ends one that runs, or deletes one that has not begun; 'preview' shows what
 * was typed. Each change is in the audit log.
 * @param fields `do`, and what the form of that has
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input' (a hidden field), 'unavailable' if the text filter cannot run
 */
export async function changeAnnouncement(ctx: AppContext, actor: Actor, fields: FormFields): Promise<AnnouncementResult> {
  authorize(actor, 'announcement:edit');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const action = parseFormOrThrow(actionForm, fields).do;
  const result = await runAction(ctx, actor.id, action, fields);
  // After the commit, so that what is loaded anew is what it says.
  if (result.ok && action !== 'preview') ctx.bus.publish({ kind: 'announcements' });
  return result;
}

async function runAction(
  ctx: AppContext,
  operatorId: string,
  action: 'preview' | 'start' | 'save' | 'end' | 'delete',
  fields: FormFields,
): Promise<AnnouncementResult> {
  switch (action) {
    case 'preview':
      return { ok: true, do: action, values: pickFields(fields, ANNOUNCEMENT_FIELDS) };
    case 'start':
    case 'save':
      return write(ctx, operatorId, action, fields);
    default:
      return action === 'end' ? end(ctx, operatorId, fields) : remove(ctx, operatorId, fields);
  }
}

/** Adds or changes an announcement. */
async function write(ctx: AppContext, operatorId: string, action: 'start' | 'save', given: FormFields): Promise<AnnouncementResult> {
  const values = { do: action, ...pickFields(given, ANNOUNCEMENT_FIELDS) };
  // An operator copies the address of a page as the browser shows it.
  const path = given['linkPath']?.trim() ?? '';
  const fields = { ...given, ...(path.startsWith(`${ctx.config.origin}/`) && { linkPath: path.slice(ctx.config.origin.length) }) };
  const parsed = parseForm(action === 'start' ? startForm : saveForm, fields, texts.describeField, ANNOUNCEMENT_FIELDS);
  if (!parsed.ok) {
    throwIfHidden(parsed.fieldErrors);
    return { ...parsed, values };
  }
  const checked = await toColumns(ctx, parsed.value);
  if ('fieldErrors' in checked) return actionFailure('bad-input', { ...checked, values });
  const { note } = parsed.value;
  const isRunning = checked.columns.starts_at <= ctx.now();
  return ctx.db.transaction().execute(async (trx): Promise<AnnouncementResult> => {
    const done = { ok: true, startsAt: checked.columns.starts_at.toISOString(), isRunning } as const;
    if ('formId' in parsed.value) {
      const { formId } = parsed.value;
      const id = await queries.insertAnnouncement(trx, formId, checked.columns, ctx.now());
      if (id !== null) await log(ctx, trx, operatorId, { action: 'announcement-planned', id, note, details: checked.columns });
      else if ((await queries.findByForm(trx, formId))?.text !== checked.columns.text)
        // The form was used again for other words, as after the browser's Back. The next try is a new form.
        return actionFailure('not-available', { error: texts.sentBefore, values: { ...values, formId: '' } });
      return { ...done, do: 'start', formId };
    }
    const { id, version } = parsed.value;
    const before = await queries.lockAnnouncement(trx, id);
    const refused = refuseUnless('planned', before, ctx.now(), values);
    if (refused) return refused;
    // The next try knows of the other operator's change.
    if (before && before.version !== version)
      return actionFailure('changed', { error: texts.conflict, values: { ...values, version: String(before.version) } });
    await queries.updateAnnouncement(trx, id, checked.columns);
    await log(ctx, trx, operatorId, { action: 'announcement-changed', id, note, details: { before, after: checked.columns } });
    return { ...done, do: 'save' };
  });
}

/** Ends an announcement that runs. Its words stay as a record. */
async function end(ctx: AppContext, operatorId: string, fields: FormFields): Promise<AnnouncementResult> {
  const values = { do: 'end', ...pickFields(fields, ['id', 'note']) };
  const parsed = parseEnd(fields, values);
  if (!parsed.ok) return parsed;
  const { id, note } = parsed.value;
  return ctx.db.transaction().execute(async (trx): Promise<AnnouncementResult> => {
    const row = await queries.lockAnnouncement(trx, id);
    const refused = refuseUnless('running', row, ctx.now(), values);
    if (refused) return refused;
    await queries.updateAnnouncement(trx, id, { ended_at: ctx.now() });
    await log(ctx, trx, operatorId, { action: 'announcement-ended', id, note, details: { text: row?.text } });
    return { ok: true, do: 'end' };
  });
}

/** Deletes an announcement that has not begun: nobody saw it. */
async function remove(ctx: AppContext, operatorId: string, fields: FormFields): Promise<AnnouncementResult> {
  const values = { do: 'delete', ...pickFields(fields, ['id', 'note']) };
  const parsed = parseEnd(fields, values);
  if (!parsed.ok) return parsed;
  const { id, note } = parsed.value;
  return ctx.db.transaction().execute(async (trx): Promise<AnnouncementResult> => {
    const row = await queries.lockAnnouncement(trx, id);
    const refused = refuseUnless('planned', row, ctx.now(), values);
    if (refused) return refused;
    await queries.deleteAnnouncement(trx, id);
    await log(ctx, trx, operatorId, { action: 'announcement-deleted', id, note, details: { text: row?.text } });
    return { ok: true, do: 'delete' };
  });
}

/** @throws AppError 'bad-input' if the id is none */
function parseEnd(fields: FormFields, values: ActionFailure['values']) {
  const parsed = parseForm(endForm, fields, texts.describeField, []);
  if (parsed.ok) return parsed;
  throwIfHidden(parsed.fieldErrors);
  return { ...parsed, values };
}

/** @throws AppError 'bad-input' if a field is invalid that nobody types */
function throwIfHidden(fieldErrors: ActionFailure['fieldErrors']): void {
  const field = ['id', 'formId', 'version'].find((name) => fieldErrors[name] !== undefined);
  if (field !== undefined) throw new AppError('bad-input', 'a hidden field is invalid', { field });
}

/** The failure if a locked announcement is in another state: somebody else was faster, or it has begun meanwhile. */
function refuseUnless(
  state: 'planned' | 'running',
  row: queries.AnnouncementRow | undefined,
  now: Date,
  values: ActionFailure['values'],
): ActionFailure | null {
  if (row && stateOf(row, now) === state) return null;
  return actionFailure('not-available', { error: texts.changedMeanwhile[state], values });
}

/** What was written as columns, or what is wrong with it: what players could not write, times, and games that do not exist. */
async function toColumns(
  ctx: AppContext,
  form: Written,
): Promise<{ columns: queries.AnnouncementColumns } | { fieldErrors: Record<string, string> }> {
  const fieldErrors: Record<string, string> = {};
  const now = ctx.now();
  const startsAt = form.from === null || form.from < now ? now : form.from;
  const endsAt = form.until ?? now;
  if (endsAt <= now) fieldErrors['until'] = texts.describeField('until', 'past');
  else if (endsAt.getTime() - startsAt.getTime() > DAYS_MAX * DAY_MS) fieldErrors['until'] = texts.describeField('until', 'too-long');
  const refused = await moderateMessage(ctx, form.text);
  if (refused.refused) fieldErrors['text'] = texts.refusedText(refused.refused.kind);
  else if (form.linkLabel !== '') {
    // Together, because that is how they are read.
    const together = await moderateMessage(ctx, `${form.text} ${form.linkLabel}`);
    if (together.refused) fieldErrors['linkLabel'] = texts.refusedText(together.refused.kind);
  }
  const linkedId = form.linkPath === '' ? null : findLinkedGame(form.linkPath);
  const [linked, game] = await Promise.all([
    linkedId === null ? null : queries.findGame(ctx.db, linkedId),
    form.audience === 'game' ? queries.findGame(ctx.db, findLinkedGame(form.game) ?? form.game) : null,
  ]);
  if (linked === undefined || (linked !== null && linked.id !== linkedId))
    fieldErrors['linkPath'] = texts.describeField('linkPath', 'no-game');
  if (game === undefined) fieldErrors['game'] = texts.describeField('game', 'no-game');
  if (Object.keys(fieldErrors).length > 0) return { fieldErrors };
  return {
    columns: {
      text: form.text,
      link_label: form.linkLabel === '' ? null : form.linkLabel,
      link_path: form.linkPath === '' ? null : form.linkPath,
      link_game_id: linked?.id ?? null,
      ...toStoredAudience(form.audience),
      game_id: game?.id ?? null,
      starts_at: startsAt,
      ends_at: endsAt,
      has_bell: form.bell,
    },
  };
}

/** Writes what an operator did to the audit log. */
async function log(
  ctx: AppContext,
  trx: Transaction<DB>,
  operatorId: string,
  { action, id, note, details }: { action: string; id: number; note: string; details: object },
): Promise<void> {
  const actorName = await getUsername(trx, operatorId);
  const subject = { subjectKind: 'announcement', subjectId: String(id) };
  await insertAuditEntry(trx, { id: ctx.newId(), actorId: operatorId, actorName, action, ...subject, note, details });
}

async function findPlanned(ctx: AppContext, id: string): Promise<queries.AnnouncementRow> {
  const row = /^\d{1,9}$/.test(id) ? await queries.findAnnouncement(ctx.db, Number(id)) : undefined;
  if (!row || stateOf(row, ctx.now()) !== 'planned') throw new AppError('not-found');
  return row;
}

function stateOf(row: queries.AnnouncementRow, now: Date): AnnouncementState {
  return getState({ startsAt: row.starts_at, endsAt: row.ends_at, endedAt: row.ended_at }, now);
}

function toFields(row: queries.AnnouncementRow): AnnouncementFields {
  return {
    id: String(row.id),
    version: String(row.version),
    text: row.text,
    linkLabel: row.link_label ?? '',
    linkPath: row.link_path ?? '',
    audience: fromStoredAudience(row.audience, row.plans),
    game: row.game_id ?? '',
    from: toFieldTime(row.starts_at),
    until: toFieldTime(row.ends_at),
    bell: row.has_bell ? 'on' : '',
  };
}

function toView(row: queries.ListedRow, now: Date): AnnouncementView {
  return {
    id: row.id,
    text: row.text,
    link: row.link_label === null || row.link_path === null ? null : { label: row.link_label, path: row.link_path },
    audience: fromStoredAudience(row.audience, row.plans),
    game: row.game_title,
    startsAt: row.starts_at.toISOString(),
    endsAt: (row.ended_at ?? row.ends_at).toISOString(),
    state: stateOf(row, now),
    hasBell: row.has_bell,
    notified: row.bell_count,
    isBellDone: row.bell_done_at !== null,
    madeBy: row.made_by ?? '',
  };
}
