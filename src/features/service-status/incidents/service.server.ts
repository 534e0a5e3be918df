import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actionFailure, type ActionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { getUsername, insertAuditEntry, listAuditEntries } from '../../audit-log/queries.server.ts';
import { findIncident, listIncidents, listLastChecks, toIncident } from '../queries.server.ts';
import { toLocalInput } from '../clock.rules.ts';
import { isStale, startOfMinute } from '../rules.ts';
import { PARTS, type Incident, type Part } from '../schema.ts';
import { deleteForm, endForm, incidentActionForm, incidentForm, savedIncidentForm, updateForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import {
  getPartField,
  INCIDENT_FIELDS,
  INCIDENTS_PATH,
  urlForIncident,
  type IncidentField,
  type IncidentResult,
  type IncidentsView,
  type IncidentView,
} from './schema.ts';
import { describeField, texts } from './texts.ts';

/** How many incidents the list shows, and how many entries the log of one. */
const INCIDENTS_MAX = 50;
const LOG_MAX = 50;
const ECHOED = [...INCIDENT_FIELDS, 'do', 'update'] as const;

type Operator = Extract<Actor, { kind: 'player' }>;

/** What the last checks found, with their errors, and the incidents. @throws AppError 'sign-in-required', 'not-allowed' */
export async function getIncidents(ctx: AppContext, actor: Actor): Promise<IncidentsView> {
  requireOperator(actor);
  const now = ctx.now();
  const [checks, rows] = await Promise.all([listLastChecks(ctx.db), listIncidents(ctx.db, new Date(0), INCIDENTS_MAX)]);
  return {
    checks: PARTS.flatMap((part) => checks.filter((check) => check.part === part)).map(({ at, ...check }) => ({
      ...check,
      at: at.toISOString(),
    })),
    isStale: checks[0] !== undefined && isStale(checks[0].at, now),
    incidents: rows.map(toIncident),
  };
}

/** An incident with its form; 'new': one to be written. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getIncident(ctx: AppContext, actor: Actor, id: string): Promise<IncidentView> {
  requireOperator(actor);
  const newId = ctx.newId();
  if (id === 'new') {
    const start = startOfMinute(ctx.now());
    const values = toValues({ title: '', body: '', parts: [], effect: 'down', startedAt: start.toISOString(), endedAt: null });
    return { incident: null, newId, version: 0, values, log: [] };
  }
  const row = isId(id) ? await findIncident(ctx.db, id) : undefined;
  if (!row) throw new AppError('not-found');
  const incident = toIncident(row);
  const entries = await listAuditEntries(ctx.db, 'incident', id, LOG_MAX);
  return {
    incident,
    newId,
    version: row.version,
    values: toValues(incident),
    log: entries.map(({ id: entry, at, actor_name: by, action, note }) => ({ id: entry, at: at.toISOString(), actor: by, action, note })),
  };
}

/**
 * Writes an incident, changes it, adds an update, ends it or deletes it, each with a note in the audit log; or shows how it will look.
 * @param id of the incident; 'new': one to be written
 * @param fields `do`, `newId`, `version`, and those of the action
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'bad-input' (a hidden field)
 */
export async function changeIncident(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<IncidentResult> {
  const { id: operatorId } = requireOperator(actor);
  const { do: action, newId, version } = parseFormOrThrow(incidentActionForm, fields);
  if (action === 'preview') return preview(ctx, id, fields);
  const isNew = id === 'new';
  const incidentId = isNew ? newId : id;
  if (incidentId === undefined || !isId(incidentId) || (isNew && action !== 'save')) throw new AppError('not-found');
  const change: Change = { ctx, operatorId, id: incidentId, newId: newId ?? ctx.newId(), version, isNew, fields };
  switch (action) {
    case 'save':
      return save(change);
    case 'update':
      return addUpdate(change);
    case 'end':
      return end(change);
    case 'delete':
      return remove(change);
    default:
      return action satisfies never;
  }
}

type Change = {
  ctx: AppContext;
  operatorId: string;
  id: string;
  newId: string;
  version: number;
  isNew: boolean;
  fields: FormFields;
};

function preview(ctx: AppContext, id: string, fields: FormFields): IncidentResult {
  const parsed = parseForm(incidentForm(ctx.now()), fields, describeField, ECHOED);
  if (!parsed.ok) return parsed;
  const { title, body, parts, effect, startedAt, endedAt } = parsed.value;
  const times = { startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
  return {
    ok: true,
    do: 'preview',
    incident: { id, title, body, parts, effect, ...times, updates: [] },
    values: pickFields(fields, ECHOED),
  };
}

async function save({ ctx, operatorId, id, version, isNew, fields }: Change): Promise<IncidentResult> {
  const parsed = parseForm(savedIncidentForm(ctx.now()), fields, describeField, ECHOED);
  if (!parsed.ok) return parsed;
  const { title, body, parts, effect, startedAt, endedAt, note } = parsed.value;
  const columns: queries.IncidentColumns = { title, body, parts, effect, started_at: startedAt, ended_at: endedAt };
  return ctx.db.transaction().execute(async (trx): Promise<IncidentResult> => {
    if (isNew) {
      if (await queries.insertIncident(trx, id, columns))
        await writeLog(ctx, trx, operatorId, { action: 'incident-written', id, note, details: { after: columns } });
      return { ok: true, do: 'save', go: `${urlForIncident(id)}?done=written` };
    }
    const before = await queries.lockIncident(trx, id);
    if (!before) throw new AppError('not-found');
    if (before.version !== version) return fail(fields, texts.conflict);
    await queries.updateIncident(trx, id, columns);
    await writeLog(ctx, trx, operatorId, { action: 'incident-changed', id, note, details: { before, after: columns } });
    return { ok: true, do: 'save', go: null };
  });
}

async function addUpdate({ ctx, operatorId, id, newId, fields }: Change): Promise<IncidentResult> {
  const parsed = parseForm(updateForm, fields, describeField, ECHOED);
  if (!parsed.ok) return parsed;
  const { update, note } = parsed.value;
  return ctx.db.transaction().execute(async (trx): Promise<IncidentResult> => {
    if (!(await queries.lockIncident(trx, id))) throw new AppError('not-found');
    if (await queries.insertUpdate(trx, { id: newId, incidentId: id, at: ctx.now(), body: update }))
      await writeLog(ctx, trx, operatorId, { action: 'incident-update', id, note, details: { update } });
    return { ok: true, do: 'update', go: null };
  });
}

async function end({ ctx, operatorId, id, fields }: Change): Promise<IncidentResult> {
  const parsed = parseForm(endForm, fields, describeField, ECHOED);
  if (!parsed.ok) return parsed;
  return ctx.db.transaction().execute(async (trx): Promise<IncidentResult> => {
    const before = await queries.lockIncident(trx, id);
    if (!before) throw new AppError('not-found');
    if (before.ended_at !== null) return fail(fields, texts.endedBefore);
    const now = ctx.now();
    const endedAt = before.started_at > now ? before.started_at : now;
    await queries.updateIncident(trx, id, { ended_at: endedAt });
    await writeLog(ctx, trx, operatorId, { action: 'incident-ended', id, note: parsed.value.note, details: { endedAt } });
    return { ok: true, do: 'end', go: null };
  });
}

async function remove({ ctx, operatorId, id, fields }: Change): Promise<IncidentResult> {
  const parsed = parseForm(deleteForm, fields, describeField, ECHOED);
  if (!parsed.ok) return parsed;
  return ctx.db.transaction().execute(async (trx): Promise<IncidentResult> => {
    const before = await queries.lockIncident(trx, id);
    // Somebody was faster, which is what was asked for.
    if (before) {
      await queries.deleteIncident(trx, id);
      await writeLog(ctx, trx, operatorId, { action: 'incident-deleted', id, note: parsed.value.note, details: { before } });
    }
    return { ok: true, do: 'delete', go: `${INCIDENTS_PATH}?done=deleted` };
  });
}

async function writeLog(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  entry: { action: string; id: string; note: string; details: object },
): Promise<void> {
  const { action, id, note, details } = entry;
  const actorName = await getUsername(trx, actorId);
  await insertAuditEntry(trx, { id: ctx.newId(), actorId, actorName, action, subjectKind: 'incident', subjectId: id, note, details });
}

function requireOperator(actor: Actor): Operator {
  authorize(actor, 'incident:edit');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor;
}

function fail(fields: FormFields, error: string): ActionFailure {
  return actionFailure('not-available', { error, values: pickFields(fields, ECHOED) });
}

function toValues(incident: Omit<Incident, 'id' | 'updates'>): Record<IncidentField, string> {
  const { title, body, effect, startedAt, endedAt } = incident;
  const boxes = Object.fromEntries(PARTS.map((part) => [getPartField(part), incident.parts.includes(part) ? 'on' : ''])) as Record<
    `part-${Part}`,
    string
  >;
  return {
    title,
    body,
    effect,
    ...boxes,
    startedAt: toLocalInput(new Date(startedAt)),
    endedAt: endedAt === null ? '' : toLocalInput(new Date(endedAt)),
    note: '',
  };
}
