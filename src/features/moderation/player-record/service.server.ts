import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { parseForm, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, can, type Actor } from '../../../shared/permissions.ts';
import { getUsername, insertAuditEntry } from '../../audit-log/queries.server.ts';
import { CATEGORIES_BY_SEVERITY } from '../../safety/filter/schema.ts';
import { parseUserAgent } from '../../../shared/user-agent.ts';
import { findPaymentTotals } from '../../subscriptions/spending/queries.server.ts';
import { teamNoteForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { RECORD_LIST_MAX, REFUSALS_DAYS } from './rules.ts';
import type { NoteResult, PlayerRecord } from './schema.ts';
import { texts } from './texts.ts';

/**
 * What the team knows of a player besides the reports about them: figures, former names, devices, pictures, notes; for operators also what
 * they paid. Neither address nor texts.
 * @returns null if there is no such player (any more)
 * @throws AppError 'sign-in-required', 'not-allowed' (also for the record of the actor)
 */
export async function getPlayerRecord(ctx: AppContext, actor: Actor, playerId: string): Promise<PlayerRecord | null> {
  authorize(actor, 'player:read-record');
  if (actor.kind !== 'player' || actor.id === playerId) throw new AppError('not-allowed', 'nobody reads the record of themselves');
  const row = isId(playerId) ? await queries.findRecord(ctx.db, playerId) : undefined;
  if (!row) return null;
  const now = ctx.now();
  const since = new Date(now.getTime() - REFUSALS_DAYS * 86_400_000);
  const [names, refused, devices, pictures, notes, paid] = await Promise.all([
    queries.listFormerNames(ctx.db, playerId, RECORD_LIST_MAX),
    queries.listRefusedKinds(ctx.db, playerId, CATEGORIES_BY_SEVERITY, since),
    queries.listDevices(ctx.db, playerId, now, RECORD_LIST_MAX),
    queries.listUploads(ctx.db, playerId, RECORD_LIST_MAX),
    queries.listNotes(ctx.db, playerId, RECORD_LIST_MAX),
    can(actor, 'payment:read-all') ? findPaymentTotals(ctx.db, playerId) : null,
  ]);
  return {
    playerId,
    ageBand: row.age_band,
    formerNames: names.map(({ username, display_name: displayName, until }) => ({ username, displayName, until: until.toISOString() })),
    reportsSent: { count: row.reports_sent, upheld: row.reports_upheld },
    reportsReceived: { count: row.reports_received, reporters: row.reporters },
    friendCount: row.friends,
    refusedKinds: refused,
    devices: devices.map((one) => ({ id: one.id, ...parseUserAgent(one.user_agent ?? ''), lastSeen: one.updated_at.toISOString() })),
    pictures: pictures.map(({ id, state, created_at: at }) => ({ id, state, at: at.toISOString() })),
    payments: paid && { count: paid.count, totalMinor: paid.total_minor, lastAt: paid.last_at?.toISOString() ?? null },
    notes: notes.map(({ id, at, actor_name: actorName, note }) => ({ id, at: at.toISOString(), actor: actorName, note })),
  };
}

/**
 * Writes a note of the team about a player: an entry of the audit log, which nobody changes.
 * @param fields `do` (note) and `text`
 * @throws AppError 'sign-in-required', 'not-allowed' (also about the actor), 'not-found'
 */
export async function addNote(ctx: AppContext, actor: Actor, playerId: string, fields: FormFields): Promise<NoteResult> {
  authorize(actor, 'player:note');
  if (actor.kind !== 'player' || actor.id === playerId) throw new AppError('not-allowed', 'nobody writes notes about themselves');
  const form = parseForm(teamNoteForm, fields, () => texts.noteRequired, ['do', 'text']);
  if (!form.ok) return form;
  if (!isId(playerId)) throw new AppError('not-found');
  await ctx.db.transaction().execute(async (trx) => {
    if ((await getUsername(trx, playerId)) === '') throw new AppError('not-found');
    await insertAuditEntry(trx, {
      id: ctx.newId(),
      actorId: actor.id,
      actorName: await getUsername(trx, actor.id),
      action: 'note',
      subjectKind: 'player',
      subjectId: playerId,
      note: form.value.text,
      details: {},
    });
  });
  return { ok: true, do: 'note' };
}
