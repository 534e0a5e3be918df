import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { toCounterKey } from '../../../infra/counter-key.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, needsGuardian, type Actor } from '../../../shared/permissions.ts';
import { listAdults } from '../decisions/adults.queries.server.ts';
import { lockPlayersAndGuardian } from '../decisions/queries.server.ts';
import { endConsent, holdApproved, publishDecisions, recordDecision, type Decided } from '../decisions/service.server.ts';
import { findLowestPlanPrice } from '../emails/queries.server.ts';
import { queueReceipt } from '../emails/service.server.ts';
import { parseAgreementKey } from '../links.service.server.ts';
import { hashUnwantedMailbox, toGuardianMailbox } from '../mailboxes.service.server.ts';
import { countOtherChildren } from '../queries.server.ts';
import {
  CHILDREN_MAX,
  type AgreementAction,
  type AgreementResult,
  type AgreementView,
  type Choices,
  type GivenConsent,
  type Language,
} from '../schema.ts';
import { agreeForm, answerForm, languageField } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { AGREEMENT_VERSION, ANSWERS_LIMIT, getAgreementState, isForChild, isOfRequest } from './rules.ts';
import { getAgreementTexts, type AgreementField } from './texts.ts';

const CHOICE_FIELDS: readonly AgreementField[] = ['chat', 'buying', 'sum', 'relation'];
const AGREE_FIELDS: readonly AgreementField[] = [...CHOICE_FIELDS, 'isAdult', 'mayDecide'];

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
    findLowestPlanPrice(ctx.db),
  ]);
  const view = {
    language: languageField.parse(language) ?? found?.language ?? 'en',
    // Never less than what is paid.
    prices: { premium: premiumMinor === null ? null : Math.ceil(premiumMinor / 100) },
    textVersion: AGREEMENT_VERSION,
  };
  if (!found) {
    const nothing = { username: null, choices: null, relation: null, decidedAt: null, canChange: false, adults: [], areAdultsOpen: false };
    return { ...view, ...nothing, state: mailId === null ? 'unknown' : 'expired' };
  }
  return {
    ...view,
    state: getAgreementState(found, ctx.now()),
    username: found.username,
    choices: toChoices(found),
    relation: found.relation,
    decidedAt: found.decided_at?.toISOString() ?? null,
    canChange: found.state === 'given' && isForChild(found) && isOfRequest(found),
    adults: (await listAdults(ctx.db, found.id)).map(({ username }) => username),
    areAdultsOpen: found.confirmation_taken_at !== null,
  };
}

function toChoices({ chat, buying, monthly_limit_minor: limit }: queries.AgreementRecord): Choices | null {
  return chat === null || buying === null ? null : { chat, buying, sum: limit === null ? null : limit / 100 };
}

/** An answer that can be applied, by which mail's link it came, and which texts were read before it. */
type Answer = { mailId: string; language: Language; textVersion: string | null } & (
  | { do: 'agree'; consent: GivenConsent }
  | { do: Exclude<AgreementAction, 'agree'> }
);

type Applied = { kind: 'done'; decided: Decided[] } | { kind: 'closed' | 'children' };
/** Another child of the guardian appeared meanwhile, and nothing was done. */
type Overtaken = { kind: 'again' };

/**
 * What a guardian answers: once, again with other choices, or to take it back. The same answer once more does nothing. A no counts by every
 * link that we sent, however old and however often; a yes only by a mail of the present request, and after the texts as they are now.
 * @param fields `do`, `lang`, `textVersion`, and to agree `chat`, `buying`, `sum`, `relation`, `isAdult`, `mayDecide`
 * @returns a failure has the code 'bad-input', 'again' (the texts have changed since they were read), 'too-many-requests', 'closed' (no longer
 *   to be decided by this link) or 'children' (the mailbox has agreed for as many as it can)
 * @throws AppError 'not-found' if we did not make the key, 'bad-input' if `do` is unknown
 */
export async function answerAgreement(ctx: AppContext, actor: Actor, key: string, fields: FormFields): Promise<AgreementResult> {
  authorize(actor, 'guardian:answer');
  const mailId = parseAgreementKey(ctx, key);
  if (mailId === null) throw new AppError('not-found');
  const { do: action, lang, textVersion = null } = parseFormOrThrow(answerForm, fields);
  const found = await queries.findByMail(ctx.db, mailId);
  const language = lang ?? found?.language ?? 'en';
  const { failed, fieldErrors } = getAgreementTexts(language);
  const failure = (code: Exclude<keyof typeof failed, 'title' | 'text'>, echoed = AGREE_FIELDS) =>
    actionFailure(code, { error: failed[code], values: action === 'agree' ? pickFields(fields, echoed) : {} });
  if (!found) return failure('closed');
  let answer: Answer;
  if (action === 'agree') {
    // What they said of themselves they say of the new text, or not at all.
    if (textVersion !== AGREEMENT_VERSION) return failure('again', CHOICE_FIELDS);
    const form = parseForm(agreeForm, fields, (field) => fieldErrors[field as AgreementField], AGREE_FIELDS);
    if (!form.ok) return form;
    if (await hasAnsweredTooOften(ctx, found.id)) return failure('too-many-requests');
    const { chat, buying, relation, sum } = form.value;
    const consent = { chat, buying, relation, monthlyLimitMinor: sum === null ? null : sum * 100 };
    answer = { mailId, language, textVersion, do: action, consent };
  } else answer = { mailId, language, textVersion, do: action };
  const applied = await applyAnswer(ctx, found, answer);
  if (applied.kind !== 'done') return failure(applied.kind);
  await publishDecisions(ctx, actor, applied.decided);
  return { ok: true, do: action };
}

async function hasAnsweredTooOften(ctx: AppContext, guardianshipId: string): Promise<boolean> {
  const key = toCounterKey(ctx.secret, `guardian answers ${guardianshipId}`);
  const [usage] = await ctx.rateLimiter.increment([[ANSWERS_LIMIT, key]]);
  return (usage?.used ?? 0) > ANSWERS_LIMIT.points;
}

async function applyAnswer(ctx: AppContext, found: queries.AgreementRecord, answer: Answer): Promise<Applied> {
  for (;;) {
    // Players are locked before the guardian, as everywhere, so those who are concerned have to be known before.
    const open = answer.do === 'never' ? await queries.listOpenGuardianships(ctx.db, found.guardian_id) : [];
    const lockedIds = [...new Set([found.player_id, ...open.map((one) => one.player_id)])];
    const applied = await ctx.db.transaction().execute(async (trx): Promise<Applied | Overtaken> => {
      await lockPlayersAndGuardian(trx, lockedIds, found.guardian_id);
      // As it is now: another tab, another guardian or the player may have been faster.
      const current = await queries.findByMail(trx, answer.mailId);
      if (!current) return { kind: 'closed' };
      if (current.language !== answer.language) await queries.saveLanguage(trx, current.guardian_id, answer.language);
      if (answer.do === 'agree') return agree(ctx, trx, current, answer);
      if (answer.do === 'never') return endAll(ctx, trx, current, { answer, lockedIds });
      // Another address was asked instead: there is nothing to say no to.
      if (current.state === 'replaced') return { kind: 'closed' };
      return { kind: 'done', decided: await end(ctx, trx, current, { answer, current }) };
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
  const { consent } = answer;
  const isGiven = state === 'given';
  if (isGiven && isSame(current, consent)) return { kind: 'done', decided: [] };
  if ((!isGiven && state !== 'open' && state !== 'refused') || !isOfRequest(current)) return { kind: 'closed' };
  if (!isGiven && (await countOtherChildren(trx, toGuardianMailbox(current.email), current.player_id)) >= CHILDREN_MAX)
    return { kind: 'children' };
  if (isGiven) await queries.saveChange(trx, current.id, consent);
  else await queries.saveConsent(trx, current.id, consent, ctx.now());
  // They may have wanted no mails before: now they get those of this consent.
  await queries.deleteUnwantedMailbox(trx, hashUnwantedMailbox(ctx, current.email));
  await queueReceipt(ctx, trx, current.id);
  const { player_id: playerId, email } = current;
  const decision = { ...describeAnswer(answer, current), playerId, email, decision: isGiven ? 'changed' : 'given', consent } as const;
  const changesChat = !isGiven || current.chat !== consent.chat;
  return { kind: 'done', decided: [await recordDecision(ctx, trx, decision, { isForChild: true, changesChat })] };
}

/** What a record says of how an answer came. */
function describeAnswer({ language, textVersion }: Answer, mail: queries.AgreementRecord) {
  return { mail: { id: mail.mail_id, kind: mail.mail_kind, queuedAt: mail.mail_queued_at }, language, textVersion };
}

function isSame(current: queries.AgreementRecord, consent: GivenConsent): boolean {
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
  current: queries.AgreementRecord,
  { answer, lockedIds }: { answer: Answer; lockedIds: readonly string[] },
): Promise<Applied | Overtaken> {
  const open = await queries.listOpenGuardianships(trx, current.guardian_id);
  if (open.some((one) => !lockedIds.includes(one.player_id))) return { kind: 'again' };
  await holdApproved(
    trx,
    open.map(({ id }) => id),
  );
  await queries.insertUnwantedMailbox(trx, hashUnwantedMailbox(ctx, current.email), ctx.now());
  const decided: Decided[] = [];
  for (const one of open) decided.push(...(await end(ctx, trx, one, { answer, current })));
  return { kind: 'done', decided };
}

type EndingGuardianship = Pick<queries.AgreementRecord, 'id' | 'player_id' | 'email' | 'state' | 'age_band'>;

/**
 * A no, before or after a yes; one that was said already does nothing. It is stored for whoever is of age by now too: should they have been
 * mistaken about their age, nothing opens by an answer that was taken back.
 */
async function end(
  ctx: AppContext,
  trx: Transaction<DB>,
  ending: EndingGuardianship,
  { answer, current }: { answer: Answer; current: queries.AgreementRecord },
): Promise<Decided[]> {
  const { id, player_id: playerId, email, state } = ending;
  if (state !== 'asked' && state !== 'given') return [];
  const decision = state === 'given' ? 'withdrawn' : 'refused';
  const said = { ...describeAnswer(answer, current), guardianshipId: id, playerId, email, decision } as const;
  return [await endConsent(ctx, trx, said, needsGuardian(ending.age_band))];
}
