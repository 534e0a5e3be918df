import type { AppContext } from '../../context.server.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseForm, pickFields, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { getUsername, insertAuditEntry, listAuditEntries, listAuditEntriesOfKind, type AuditLogRow } from '../audit-log/queries.server.ts';
import { switchForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { CHANGES_MAX, FLAGS_TTL_MS, parseLoggedAction, toLoggedAction } from './rules.ts';
import {
  FEATURE_FLAGS,
  isAsUsual,
  type ClosableFeature,
  type ClosedNotice,
  type FeatureFlag,
  type SwitchChange,
  type SwitchesView,
  type SwitchResult,
} from './schema.ts';
import { texts } from './texts.ts';

const SUBJECT_KIND = 'switch';
/** What the form keeps after an error. */
const ECHOED = ['flag', 'do', 'note', 'message'] as const;

type FlagState = { isEnabled: boolean; message: string };

/** The flags as this process knows them: a change in any process clears its cache (`switched`, on the bus). */
async function getFlags(ctx: AppContext): Promise<ReadonlyMap<string, FlagState>> {
  return ctx.cached('feature flags', FLAGS_TTL_MS, async () => {
    const rows = await queries.listFlags(ctx.db);
    return new Map(rows.map((row) => [row.name, { isEnabled: row.is_enabled, message: row.message ?? '' }]));
  });
}

async function getFlag(ctx: AppContext, flag: FeatureFlag): Promise<FlagState> {
  const state = (await getFlags(ctx)).get(flag);
  if (!state) throw new Error(`the database has no flag ${flag}`);
  return state;
}

/** Whether a flag is on now. For 'read-only' that means: nobody writes. */
export async function isFeatureEnabled(ctx: AppContext, flag: FeatureFlag): Promise<boolean> {
  return (await getFlag(ctx, flag)).isEnabled;
}

/**
 * Refuses what an operator switched off. Only other services call this.
 * @throws AppError 'switched-off'
 */
export async function requireFeature(ctx: AppContext, feature: ClosableFeature): Promise<void> {
  if (!(await isFeatureEnabled(ctx, feature))) throw new AppError('switched-off', `${feature} is switched off`);
}

/** Whether something is closed for everybody now, by its own switch or because nobody writes; null: it is open. For the page concerned. */
export async function getClosedNotice(ctx: AppContext, feature: ClosableFeature): Promise<ClosedNotice | null> {
  const { isEnabled, message } = await getFlag(ctx, feature);
  return isEnabled ? getMaintenanceNotice(ctx) : { message };
}

/** While the site is read-only: what the operator says about it, '' for nothing. Null: everybody can write. */
export async function getMaintenanceNotice(ctx: AppContext): Promise<ClosedNotice | null> {
  const { isEnabled, message } = await getFlag(ctx, 'read-only');
  return isEnabled ? { message } : null;
}

/** The switches as the database has them, and their newest changes. @throws AppError 'sign-in-required', 'not-allowed' */
export async function getSwitches(ctx: AppContext, actor: Actor): Promise<SwitchesView> {
  authorize(actor, 'feature-flag:set');
  const [rows, changes, latest] = await Promise.all([
    queries.listFlags(ctx.db),
    listAuditEntriesOfKind(ctx.db, SUBJECT_KIND, CHANGES_MAX),
    Promise.all(FEATURE_FLAGS.map((flag) => listAuditEntries(ctx.db, SUBJECT_KIND, flag, 1))),
  ]);
  const byName = new Map(rows.map((row) => [row.name, row]));
  return {
    switches: FEATURE_FLAGS.map((flag, index) => {
      const row = byName.get(flag);
      if (!row) throw new Error(`the database has no flag ${flag}`);
      const last = (latest[index] ?? []).flatMap(toChange)[0] ?? null;
      return { flag, isEnabled: row.is_enabled, message: row.message ?? '', version: row.version, last };
    }),
    changes: changes.flatMap(toChange),
  };
}

/** What is not as usual now, for the operators' overview. @throws AppError 'sign-in-required', 'not-allowed' */
export async function listUnusualFlags(ctx: AppContext, actor: Actor): Promise<FeatureFlag[]> {
  authorize(actor, 'feature-flag:set');
  const flags = new Map((await queries.listFlags(ctx.db)).map((row) => [row.name, row.is_enabled]));
  return FEATURE_FLAGS.filter((flag) => !isAsUsual(flag, flags.get(flag) ?? false));
}

function toChange({ id, at, action, actor_name: actor, note }: AuditLogRow): SwitchChange[] {
  const parsed = parseLoggedAction(action);
  return parsed ? [{ id, ...parsed, at: at.toISOString(), actor, note }] : [];
}

/**
 * Switches something on or off for everybody and at once, or changes what everybody is told about it, with a note in the audit log.
 * Idempotent: what is so already is not logged again.
 * @param fields `flag`, `do` (on or off), `note`, `version` (of the switch when the form was made) and `message`, which counts while the
 *   switch is not as usual
 * @returns a failure has the code 'bad-input', or 'changed' if another operator changed the switch after the form was made
 * @throws AppError 'sign-in-required', 'not-allowed', 'bad-input' (a hidden field)
 */
export async function setFeatureFlag(ctx: AppContext, actor: Actor, fields: FormFields): Promise<SwitchResult> {
  authorize(actor, 'feature-flag:set');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const { fieldErrors } = texts;
  const parsed = parseForm(switchForm, fields, (field) => (field === 'message' ? fieldErrors.message : fieldErrors.note), ECHOED);
  if (!parsed.ok) {
    const isTyped = Object.keys(parsed.fieldErrors).every((field) => field === 'note' || field === 'message');
    if (!isTyped) throw new AppError('bad-input', 'a hidden field is invalid');
    return parsed;
  }
  const { flag, do: state, note, version } = parsed.value;
  const isEnabled = state === 'on';
  const message = isAsUsual(flag, isEnabled) || parsed.value.message === '' ? null : parsed.value.message;
  const change = await ctx.db.transaction().execute(async (trx) => {
    const before = await queries.lockFlag(trx, flag);
    if (before.is_enabled === isEnabled && before.message === message) return null;
    if (before.version !== version) return 'changed' as const;
    await queries.updateFlag(trx, flag, { isEnabled, message, at: ctx.now() });
    const kind = before.is_enabled === isEnabled ? ('message' as const) : state;
    await insertAuditEntry(trx, {
      id: ctx.newId(),
      actorId: actor.id,
      actorName: await getUsername(trx, actor.id),
      action: toLoggedAction(flag, kind),
      subjectKind: SUBJECT_KIND,
      subjectId: flag,
      note,
      details: message === null ? {} : { message },
    });
    return kind;
  });
  if (change === 'changed') return actionFailure('changed', { error: texts.changedMeanwhile, values: pickFields(fields, ECHOED) });
  if (change !== null) ctx.bus.publish({ kind: 'switched', flag, isEnabled });
  return { ok: true, flag, change };
}
