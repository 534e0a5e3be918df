import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actorId } from '../../../infra/security-log.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { publishAllChats } from '../../friends/chats.service.server.ts';
import { GUARDIAN_RELATED_ID } from '../../notifications/schema.ts';
import { createNotifications, publishNotifications } from '../../notifications/service.server.ts';
import { queueGuardianMail } from '../emails/service.server.ts';
import { parseAgreementKey } from '../links.service.server.ts';
import { hashUnwantedMailbox } from '../mailboxes.service.server.ts';
import { CHECK_RENEWAL_JOB } from '../renewal.schema.ts';
import { CHILDREN_MAX, type AgreementAction, type AgreementResult, type AgreementView, type Choices, type Language } from '../schema.ts';
import { texts as playerTexts } from '../texts.ts';
import { agreeForm, answerForm, languageField } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { AGREEMENT_VERSION, getAgreementState, isForChild } from './rules.ts';
import { getAgreementTexts, type AgreementField } from './texts.ts';

const AGREE_FIELDS: readonly AgreementField[] = ['chat', 'buying', 'sum', 'relation', 'isAdult', 'mayDecide'];

/**
 * What the page of a guardian shows. It changes nothing: programs that look for viruses open the links of mails too.
 * @param key what follows `/guardian/` in the link
 * @param language the language that was asked for; with any other value, the guardian's
 */
export async function getAgreement(ctx: AppContext, actor: Actor, key: string, language: string | null): Promise<AgreementView> {
  authorize(actor, 'guardian:answer');
  const mailId = parseAgreementKey(ctx, key);
  const [found, premiumMinor] = await Promise.all([
    mailId === null ? undefined : queries.findByMail(ctx.db, mailId),
    queries.findLowestPlanPrice(ctx.db),
  ]);
  const view = {
    language: languageField.parse(language) ?? found?.language ?? 'en',
    // Never less than what is paid.
    prices: { premium: premiumMinor === null ? null : Math.ceil(premiumMinor / 100) },
    textVersion: AGREEMENT_VERSION,
  };
  if (!found)
    return { ...view, state: mailId === null ? 'unknown' : 'expired', username: null, choices: null, relation: null, decidedAt: null };
  return {
    ...view,
    state: getAgreementState(found, ctx.now()),
    username: found.username,
    choices: toChoices(found),
    relation: found.relation,
    decidedAt: found.decided_at?.toISOString() ?? null,
  };
}

function toChoices({ chat, buying, monthly_limit_minor: limit }: queries.AgreementRecord): Choices | null {
  return chat === null || buying === null ? null : { chat, buying, sum: limit === null ? null : limit / 100 };
}

/** An answer that can be applied, and by which mail's link it came. */
type Answer = { mailId: string; language: Language } & (
  | { do: 'agree'; consent: queries.GivenConsent }
  | { do: Exclude<AgreementAction, 'agree'> }
);

/** What was decided for a player, for after the commit. `changesChat`: what they can write to friends may be another now. */
type Decided = { playerId: string; decision: 'given' | 'changed' | 'refused' | 'withdrawn'; changesChat: boolean };
type Applied = { kind: 'done'; decided: Decided[] } | { kind: 'closed' | 'children' };
/** Another child of the guardian appeared meanwhile, and nothing was done. */
type Overtaken = { kind: 'again' };

/**
 * What a guardian answers: once, again with other choices, or to take it back. The same answer once more does nothing. A no counts by every
 * link that we sent, however old.
 * @param fields `do`, `lang`, and to agree `chat`, `buying`, `sum`, `relation`, `isAdult`, `mayDecide`
 * @returns a failure has the code 'bad-input', 'closed' (no longer to be decided by this link) or 'children' (the mailbox has agreed for as
 *   many as it can)
 * @throws AppError 'not-found' if the key is none of ours, 'bad-input' if `do` is none of ours
 */
export async function answerAgreement(ctx: AppContext, actor: Actor, key: string, fields: FormFields): Promise<AgreementResult> {
  authorize(actor, 'guardian:answer');
  const mailId = parseAgreementKey(ctx, key);
  if (mailId === null) throw new AppError('not-found');
  const { do: action, lang } = parseFormOrThrow(answerForm, fields);
  const found = await queries.findByMail(ctx.db, mailId);
  const language = lang ?? found?.language ?? 'en';
  const { failed, fieldErrors } = getAgreementTexts(language);
  const failure = (code: 'closed' | 'children') =>
    actionFailure(code, { error: failed[code], values: action === 'agree' ? pickFields(fields, AGREE_FIELDS) : {} });
  if (!found) return failure('closed');
  let answer: Answer;
  if (action === 'agree') {
    const form = parseForm(agreeForm, fields, (field) => fieldErrors[field as AgreementField], AGREE_FIELDS);
    if (!form.ok) return form;
    const { chat, buying, relation, sum } = form.value;
    answer = { mailId, language, do: action, consent: { chat, buying, relation, monthlyLimitMinor: sum === null ? null : sum * 100 } };
  } else answer = { mailId, language, do: action };
  const applied = await applyAnswer(ctx, found, answer);
  if (applied.kind !== 'done') return failure(applied.kind);
  await publishDecisions(ctx, actor, applied.decided);
  return { ok: true, do: action };
}

async function applyAnswer(ctx: AppContext, found: queries.AgreementRecord, answer: Answer): Promise<Applied> {
  for (;;) {
    // Players are locked before the guardian, as everywhere, so those who are concerned have to be known before.
    const open = answer.do === 'never' ? await queries.listOpenGuardianships(ctx.db, found.guardian_id) : [];
    const lockedIds = [...new Set([found.player_id, ...open.map((one) => one.player_id)])];
    const applied = await ctx.db.transaction().execute(async (trx): Promise<Applied | Overtaken> => {
      await queries.lockPlayersAndGuardian(trx, lockedIds, found.guardian_id);
      // As it is now: another tab, another guardian or the player may have been faster.
      const current = await queries.findByMail(trx, answer.mailId);
      if (!current) return { kind: 'closed' };
      if (current.language !== answer.language) await queries.saveLanguage(trx, current.guardian_id, answer.language);
      if (answer.do === 'agree') return agree(ctx, trx, current, answer);
      if (answer.do === 'never') return endAll(ctx, trx, current, { answer, lockedIds });
      if (!isForChild(current) && current.closed_as === null) return { kind: 'closed' };
      return { kind: 'done', decided: await end(ctx, trx, current, { answer, email: current.email }) };
    });
    if (applied.kind !== 'again') return applied;
  }
}

async function agree(
  ctx: AppContext,
  trx: Transaction<DB>,
  current: queries.AgreementRecord,
  answer: Extract<Answer, { do: 'agree' }>,
): Promise<Applied> {
  const state = getAgreementState(current, ctx.now());
  if (state === 'ended' || state === 'expired') return { kind: 'closed' };
  const { consent } = answer;
  const isGiven = state === 'given';
  if (isGiven && isSame(current, consent)) return { kind: 'done', decided: [] };
  if (!isGiven && (await queries.countOtherChildren(trx, current.guardian_id, current.player_id)) >= CHILDREN_MAX)
    return { kind: 'children' };
  const decided: Decided = {
    playerId: current.player_id,
    decision: isGiven ? 'changed' : 'given',
    changesChat: !isGiven || current.chat !== consent.chat,
  };
  await queries.saveConsent(trx, current.id, consent, ctx.now());
  // They may have wanted no mails before: now they get those of this consent.
  await queries.deleteUnwantedMailbox(trx, hashUnwantedMailbox(ctx, current.email));
  await queueGuardianMail(ctx, trx, current.id, 'receipt');
  await record(ctx, trx, decided, { answer, email: current.email, consent });
  return { kind: 'done', decided: [decided] };
}

function isSame(current: queries.AgreementRecord, consent: queries.GivenConsent): boolean {
  return (
    current.chat === consent.chat &&
    current.buying === consent.buying &&
    current.relation === consent.relation &&
    current.monthly_limit_minor === consent.monthlyLimitMinor
  );
}

/** No for every child of the guardian, and no mails to the mailbox any more. */
async function endAll(
  ctx: AppContext,
  trx: Transaction<DB>,
  { guardian_id: guardianId, email }: queries.AgreementRecord,
  { answer, lockedIds }: { answer: Answer; lockedIds: readonly string[] },
): Promise<Applied | Overtaken> {
  const open = await queries.listOpenGuardianships(trx, guardianId);
  if (open.some((one) => !lockedIds.includes(one.player_id))) return { kind: 'again' };
  await queries.insertUnwantedMailbox(trx, hashUnwantedMailbox(ctx, email), ctx.now());
  const decided: Decided[] = [];
  for (const one of open) decided.push(...(await end(ctx, trx, one, { answer, email })));
  return { kind: 'done', decided };
}

/** A no, before or after a yes; one that was said already does nothing. */
async function end(
  ctx: AppContext,
  trx: Transaction<DB>,
  { id, player_id: playerId, state }: Pick<queries.AgreementRecord, 'id' | 'player_id' | 'state'>,
  { answer, email }: { answer: Answer; email: string },
): Promise<Decided[]> {
  if (state !== 'asked' && state !== 'given') return [];
  const decision = state === 'given' ? 'withdrawn' : 'refused';
  const decided: Decided = { playerId, decision, changesChat: true };
  await queries.saveEnd(trx, id, decision, ctx.now());
  await record(ctx, trx, decided, { answer, email, consent: null });
  return [decided];
}

/** What belongs to every decision: the record, the player's notification, and a look at a card that may pay too much now. */
async function record(
  ctx: AppContext,
  trx: Transaction<DB>,
  { playerId, decision }: Decided,
  { answer, email, consent }: { answer: Answer; email: string; consent: queries.GivenConsent | null },
): Promise<void> {
  const [id, at] = [ctx.newId(), ctx.now()];
  const { mailId, language } = answer;
  await queries.insertConsentRecord(trx, { id, playerId, email, mailId, decision, textVersion: AGREEMENT_VERSION, language, consent, at });
  const words = playerTexts.notifications[decision];
  await createNotifications(ctx, trx, [
    { playerId, type: 'general', ...words, relatedId: GUARDIAN_RELATED_ID, event: `consent ${decision} ${id}` },
  ]);
  await ctx.jobs.enqueue(CHECK_RENEWAL_JOB, { playerId }, trx);
}

/** After the commit: open pages of the players fetch what they may do now, and open chats of their friends what the two can write. */
async function publishDecisions(ctx: AppContext, actor: Actor, decided: readonly Decided[]): Promise<void> {
  for (const { playerId, decision } of decided) {
    ctx.logSecurity('user_updated', [actorId(actor), playerId, `consent-${decision}`]);
    ctx.bus.publish({ kind: 'rights', playerId });
  }
  publishNotifications(
    ctx,
    decided.map(({ playerId }) => playerId),
  );
  for (const { playerId, changesChat } of decided) if (changesChat) await publishAllChats(ctx, playerId);
}
