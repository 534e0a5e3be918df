import type { AppContext } from '../../../context.server.ts';
import { actionFailure, type ActionFailure, type ActionResult } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseForm, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { getNameRefusal } from '../../accounts/rules.ts';
import { getOwnAllowances } from '../../guardians/allowances/service.server.ts';
import { notifyTeam } from '../../help-requests/service.server.ts';
import { moderateMessage, moderateNames } from '../../safety/service.server.ts';
import { countGroupsOf, holdPlayers, insertMember, isMuted, lockPlayer } from '../membership/queries.server.ts';
import { holdOwnGroup, publishGroup } from '../membership/service.server.ts';
import { toBadge } from '../badge-columns.rules.ts';
import { FIXED_MOTTOS, FIXED_NAMES, isFixedMotto, isFixedName } from '../names.texts.ts';
import { GROUPS_PER_PLAYER_MAX, type GroupFormView, type MakingObstacle } from '../schema.ts';
import { texts } from '../texts.ts';
import { groupForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { countChangesLeft, getChangesStart, GROUPS_PER_DAY, isTakenAway } from './rules.ts';

const FIELDS = ['name', 'motto', 'shape', 'color', 'cloth', 'sign'] as const;
/** The fields that people type, where they may. */
const WORDS = ['name', 'motto'] as const;
type Words = Record<(typeof WORDS)[number], string>;

/** Whether the actor writes names and mottos in their own words; else they choose from our lists. */
export async function writesFreely(ctx: AppContext, actor: Actor): Promise<boolean> {
  return (await getOwnAllowances(ctx, actor)).chat === 'free';
}

/** Why the actor cannot make a group now. */
export async function findMakingObstacle(ctx: AppContext, actor: Actor): Promise<MakingObstacle> {
  authorize(actor, 'group:read');
  const playerId = requirePlayerId(actor);
  const [muted, count] = await Promise.all([isMuted(ctx.db, playerId, ctx.now()), countGroupsOf(ctx.db, playerId)]);
  return muted ? 'muted' : count >= GROUPS_PER_PLAYER_MAX ? 'full' : null;
}

/**
 * What the form for a group needs.
 * @param groupId the group that is edited, or null for a new one
 * @throws AppError 'not-found', 'not-allowed' (only the owner edits)
 */
export async function getGroupForm(ctx: AppContext, actor: Actor, groupId: string | null): Promise<GroupFormView> {
  authorize(actor, 'group:read');
  const me = requirePlayerId(actor);
  const now = ctx.now();
  const group = groupId === null ? null : await queries.findGroupForEditing(ctx.db, groupId, me);
  if (group === undefined) throw new AppError('not-found');
  if (group !== null && group.role !== 'owner') throw new AppError('not-allowed');
  const [allowed, obstacle, changes] = await Promise.all([
    getOwnAllowances(ctx, actor),
    findMakingObstacle(ctx, actor),
    group === null ? [] : queries.listNameChanges(ctx.db, group.id, getChangesStart(now)),
  ]);
  const isFree = allowed.chat === 'free';
  return {
    writesFreely: isFree,
    door: allowed.door,
    names: isFree ? [] : FIXED_NAMES,
    mottos: isFree ? [] : FIXED_MOTTOS,
    fields: group && { name: group.name, motto: group.motto, ...toBadge(group) },
    changesLeft: countChangesLeft(changes, now),
    isTakenAway: isTakenAway(changes, now),
    // Who is in many groups already can still edit their own.
    obstacle: group !== null && obstacle === 'full' ? null : obstacle,
  };
}

/**
 * Makes a group of one: the actor, who owns it.
 * @param fields `name`, `motto`, and the parts of the badge: `shape`, `color`, `cloth`, `sign`
 * @returns its id, or what is wrong with a field, or a failure: 'muted', 'full' (so many groups are possible), 'too-many-requests'
 */
export async function createGroup(ctx: AppContext, actor: Actor, fields: FormFields): Promise<ActionResult<{ id: string }>> {
  authorize(actor, 'group:write');
  const me = requirePlayerId(actor);
  const parsed = parseGroup(fields);
  if (!parsed.ok) return parsed;
  const fail = failWith(fields);
  const { name, motto, ...badge } = parsed.value;
  if (await isMuted(ctx.db, me, ctx.now())) return fail('muted', texts.failures.muted);
  const flaw = await findWordsFlaw(ctx, actor, fields, { name, motto });
  if (flaw) return flaw;
  if (await isOverLimit(ctx, me)) return fail('too-many-requests', texts.failures.tooMany);
  const id = ctx.newId();
  const at = ctx.now();
  const isMade = await ctx.db.transaction().execute(async (trx) => {
    // Whoever makes or joins groups twice at once does it one by one.
    await lockPlayer(trx, me);
    if ((await countGroupsOf(trx, me)) >= GROUPS_PER_PLAYER_MAX) return false;
    await queries.insertGroup(trx, { id, name, motto, badge, createdBy: me, at });
    await insertMember(trx, id, me, 'owner', at);
    await queries.recordGroupName(trx, { id: ctx.newId(), groupId: id, name, motto, kind: 'made', by: me, at });
    return true;
  });
  if (!isMade) return fail('full', texts.failures.full);
  publishGroup(ctx, id, [me]);
  return { ok: true, id };
}

/**
 * Changes what a group is called and looks like. Only the owner does. Words that stay as they are are not checked again.
 * @returns what is wrong with a field, or a failure: 'muted', 'too-many-requests' (name and motto changed too often, or our team took them away)
 * @throws AppError 'not-found', 'not-allowed'
 */
export async function updateGroup(ctx: AppContext, actor: Actor, groupId: string, fields: FormFields): Promise<ActionResult> {
  authorize(actor, 'group:write');
  const me = requirePlayerId(actor);
  // Before the form is judged: who has no right to change it learns nothing else.
  const before = await ctx.db.transaction().execute((trx) => requireOwn(trx, groupId, me));
  const parsed = parseGroup(fields);
  if (!parsed.ok) return parsed;
  const fail = failWith(fields);
  const { name, motto, ...badge } = parsed.value;
  const areWordsNew = name !== before.group.name || motto !== before.group.motto;
  if (areWordsNew && (await isMuted(ctx.db, me, ctx.now()))) return fail('muted', texts.failures.muted);
  const flaw = areWordsNew ? await findWordsFlaw(ctx, actor, fields, { name, motto }, before.group) : null;
  if (flaw) return flaw;
  const at = ctx.now();
  const outcome = await ctx.db.transaction().execute(async (trx) => {
    const { group, members } = await requireOwn(trx, groupId, me);
    if (name !== group.name || motto !== group.motto) {
      // Changed by another tab since they were checked.
      if (!areWordsNew) throw new AppError('not-available');
      const changes = await queries.listNameChanges(trx, groupId, getChangesStart(at));
      if (countChangesLeft(changes, at) === 0) return isTakenAway(changes, at) ? ('taken-away' as const) : ('too-often' as const);
      await queries.saveGroupName(trx, { id: ctx.newId(), groupId, name, motto, kind: 'changed', by: me, at });
    }
    await queries.saveBadge(trx, groupId, badge);
    return members.map(({ player_id }) => player_id);
  });
  if (outcome === 'taken-away') return fail('too-many-requests', texts.failures.takenAway);
  if (outcome === 'too-often') return fail('too-many-requests', texts.failures.noChanges);
  publishGroup(ctx, groupId, outcome);
  return { ok: true };
}

/** How often name and motto of a group can change now. Only services of groups call this. */
export async function getChangesLeft(ctx: AppContext, groupId: string): Promise<number> {
  const now = ctx.now();
  return countChangesLeft(await queries.listNameChanges(ctx.db, groupId, getChangesStart(now)), now);
}

async function requireOwn(...[trx, groupId, me]: Parameters<typeof holdOwnGroup>) {
  await holdPlayers(trx, [me]);
  const held = await holdOwnGroup(trx, groupId, me);
  if (held.role !== 'owner') throw new AppError('not-allowed');
  return held;
}

function parseGroup(fields: FormFields) {
  return parseForm(groupForm, fields, describeIssue, FIELDS);
}

function describeIssue(field: string, issue: string): string {
  if (field !== 'name' && field !== 'motto') return texts.fieldErrors.badge;
  const described: Partial<Record<string, string>> = texts.fieldErrors[field];
  return described[issue] ?? texts.fieldErrors[field].characters;
}

const failWith =
  (fields: FormFields) =>
  (code: string, error: string): ActionFailure =>
    actionFailure(code, { error, values: pickFields(fields, FIELDS) });

async function isOverLimit(ctx: AppContext, me: string): Promise<boolean> {
  return ctx.rateLimiter.consume(GROUPS_PER_DAY, me).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'too-many-requests') return true;
      throw error;
    },
  );
}

/**
 * Why these words cannot stand: they are not from our lists although the actor chooses from them, or what the filter finds. Both checks see
 * both words, since others read them as names, and as what somebody says to them.
 * @param before what the group is called now: what stays was accepted
 */
async function findWordsFlaw(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
  words: Words,
  before?: Words,
): Promise<ActionFailure | null> {
  const changed = WORDS.filter((field) => words[field] !== before?.[field] && words[field] !== '');
  const failFields = (fieldErrors: ActionFailure['fieldErrors']) =>
    actionFailure('bad-input', { fieldErrors, values: pickFields(fields, FIELDS) });
  if (!(await writesFreely(ctx, actor))) {
    const isListed = { name: isFixedName, motto: isFixedMotto };
    const unlisted = changed.filter((field) => !isListed[field](words[field]));
    return unlisted.length === 0 ? null : failFields(Object.fromEntries(unlisted.map((field) => [field, texts.fieldErrors[field].list])));
  }
  try {
    const names = await moderateNames(
      ctx,
      changed.map((field) => words[field]),
    );
    const messages = await Promise.all(changed.map((field) => moderateMessage(ctx, words[field])));
    const cries = messages.flatMap(({ help }, nth) => (help ? [{ help, field: changed[nth] ?? 'name' }] : []));
    // Who asks for help is not refused a message; but this one would go to a whole group. Our team hears of it as from a message.
    for (const { help, field } of cries) await notifyTeam(ctx, requirePlayerId(actor), help, words[field]);
    // A phone number, or an insult, may begin in the name and end in the motto.
    const together = changed.length === 0 ? null : (await moderateMessage(ctx, `${words.name} ${words.motto}`)).refused;
    const errors = changed.flatMap((field, nth) => {
      const kind = names[nth]?.kind ?? messages[nth]?.refused?.kind;
      return kind === undefined ? [] : [[field, texts.fieldErrors[field][getNameRefusal(kind)]] as const];
    });
    const [cry] = cries;
    if (cry) return failFields({ [cry.field]: texts.fieldErrors.help });
    if (errors.length > 0) return failFields(Object.fromEntries(errors));
    const last = changed.at(-1) ?? 'name';
    return together === null ? null : failFields({ [last]: texts.fieldErrors[last][getNameRefusal(together.kind)] });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable')
      return actionFailure('unavailable', { error: texts.failures.filter, values: pickFields(fields, FIELDS) });
    throw error;
  }
}
