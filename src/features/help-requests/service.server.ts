import type { AppContext } from '../../context.server.ts';
import { toCounterKey } from '../../infra/counter-key.ts';
import { actionFailure, type ActionFailure } from '../../shared/action-result.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, can, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import type { HelpSigns } from '../safety/filter/schema.ts';
import { findHelpInText } from '../safety/service.server.ts';
import { askForHelpForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import {
  addWords,
  HELP_ASKS_PER_DAY,
  HELP_CARD_LIMIT,
  HELP_LINES,
  moreUrgent,
  notifiesTeam,
  REFUSED_TEXTS_PER_MINUTE,
  toReadableText,
} from './rules.ts';
import type { GetHelpView, HelpCardView, HelpRequestKind } from './schema.ts';

/**
 * A text in which somebody asks for help. `request`: whether our team was notified of it, by a new request or by an addition to one; 'none' if
 * such a text does not notify them, or if a request that they decided on the same day has these words already; 'failed' if it could not be
 * stored.
 */
type HelpNotice = { kind: HelpRequestKind; words: string; request: RequestOutcome | 'failed' };
type RequestOutcome = 'made' | 'added' | 'none';

// A child who asks for help (docs/decisions/056). Nothing here writes a text to a log, sends a mail or makes a notification: others may
// read the child's phone or mailbox.

/** The data of the page with the help lines. */
export function getHelpView(_ctx: AppContext, actor: Actor): GetHelpView {
  authorize(actor, 'help:view');
  const first = actor.kind === 'leaving' ? 'keep-account' : actor.kind === 'age-unknown' ? 'say-age' : 'sign-in';
  return { first: can(actor, 'help:ask') ? null : first, lines: HELP_LINES };
}

/**
 * Notifies our team of a text in which its author asks for help, where a child is harmed: by a request, at most one a day, or by an addition to
 * the one that is open, or to the one of that day, which opens again. Nothing is written twice if the text comes again. A failure is logged
 * and said in the result, but not thrown: whoever asks for help learns who helps now all the same. Only other services call this.
 * @param at when the text was written: one that is sent again belongs to the day on which it came first
 */
export async function notifyTeam(ctx: AppContext, playerId: string, signs: HelpSigns, words: string, at = ctx.now()): Promise<HelpNotice> {
  const kind = signs.kinds[0] ?? 'unknown';
  if (!notifiesTeam(signs)) return { kind, words, request: 'none' };
  const request = await saveRequest(ctx, playerId, { kind, noticedOn: toDay(at), words }).catch((error: unknown) => {
    // Without a word of the text; with the id, so that somebody can look after the child whom our team does not know of.
    ctx.log.error({ err: error, playerId }, 'a request for help could not be stored: our team was not told');
    return 'failed' as const;
  });
  return { kind, words, request };
}

/** Whether our team knows of a text. Only other services call this. */
export function isTeamNotified({ request }: HelpNotice): boolean {
  return request === 'made' || request === 'added';
}

/** The card for a text of which our team was notified or not. Only other services call this. */
export function toHelpCard(notice: HelpNotice): HelpCardView {
  return { isTeamNotified: isTeamNotified(notice), words: notice.words, lines: HELP_LINES };
}

/**
 * The card, once a day for each kind of help, and with each new request. It counts as seen, so what its author did must be done: what fails
 * is done again, and needs it then. It comes with each text of which our team should have been told and was not: its button tells them. Only
 * other services call this.
 * @returns null if no card is due
 */
export async function takeHelpCard(ctx: AppContext, playerId: string, notice: HelpNotice): Promise<HelpCardView | null> {
  if (notice.request === 'failed') return toHelpCard(notice);
  const [count] = await ctx.rateLimiter.increment([[HELP_CARD_LIMIT, toCounterKey(ctx.secret, `help-card ${playerId} ${notice.kind}`)]]);
  return notice.request === 'made' || count?.used === 1 ? toHelpCard(notice) : null;
}

/**
 * Notifies our team of a text that is refused before anything else has looked at it, whatever refuses it, as of one that is taken. The card
 * comes with each refusal: what is refused is stored nowhere, so a retry cannot be told from it. Only other services call this.
 * @param typed as it was typed
 * @returns null if its author does not ask for help, or if there were too many refused texts in a minute
 */
export async function noticeHelpInRefusedText(ctx: AppContext, playerId: string, typed: string): Promise<HelpCardView | null> {
  const text = toReadableText(typed);
  if (text === '' || !(await countRefusedText(ctx, playerId))) return null;
  const signs = await findHelpSigns(ctx, text);
  return signs === null ? null : toHelpCard(await notifyTeam(ctx, playerId, signs, text));
}

/**
 * Counts a refused text of a player before it is read: nothing else limits how many there are. Only other services call this.
 * @returns whether it may be read
 */
export async function countRefusedText(ctx: AppContext, playerId: string): Promise<boolean> {
  const usages = await ctx.rateLimiter.increment([[REFUSED_TEXTS_PER_MINUTE, playerId]]).catch((error: unknown) => {
    // A database that takes no count takes no request either: then the card is all that a child gets.
    ctx.log.warn({ err: error }, 'a refused text could not be counted');
    return [];
  });
  return usages.every(({ used }) => used <= REFUSED_TEXTS_PER_MINUTE.points);
}

/**
 * Takes a text of a player, who is heard also if it is not taken: an error that refuses it becomes a failure with the card, if its author asks
 * for help. Only other services call this.
 * @param typed the text as it was typed, which no form has taken yet
 * @param take takes it
 * @returns what `take` returns, or the failure
 * @throws what `take` throws, if nobody asks for help
 */
export async function hearIfRefused<Taken>(
  ctx: AppContext,
  playerId: string,
  typed: string | undefined,
  take: () => Promise<Taken>,
): Promise<Taken | (ActionFailure & { help: HelpCardView })> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const help = await noticeHelpInRefusedText(ctx, playerId, typed ?? '');
    if (help === null) throw error;
    return { ...actionFailure(error.code), help };
  }
}

/** All of this for a text that is stored, and that nothing else has looked at. Only other services call this. */
export async function noticeHelpInText(ctx: AppContext, playerId: string, text: string): Promise<HelpCardView | null> {
  const signs = await findHelpSigns(ctx, text);
  return signs === null ? null : takeHelpCard(ctx, playerId, await notifyTeam(ctx, playerId, signs, text));
}

/**
 * The card for a message that was stored before and is sent again, because its answer was lost: it comes again too. Only other services call
 * this.
 * @param sentAt when it was stored
 * @returns null if its author does not ask for help
 */
export async function findHelpCardAgain(ctx: AppContext, playerId: string, text: string, sentAt: Date): Promise<HelpCardView | null> {
  const signs = await findHelpSigns(ctx, text);
  return signs === null ? null : toHelpCard(await notifyTeam(ctx, playerId, signs, text, sentAt));
}

/**
 * What a text says about help. What its author does goes on without it: when the lists cannot be loaded, that is logged, and nothing found.
 * Only other services call this.
 */
export async function findHelpSigns(ctx: AppContext, text: string): Promise<HelpSigns | null> {
  if (text === '') return null;
  return findHelpInText(ctx, text).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  });
}

/**
 * The button 'Tell our team': makes an urgent request, or adds to the one that is open.
 * @throws AppError 'sign-in-required', 'too-many-requests'
 */
export async function askForHelp(ctx: AppContext, actor: Actor, fields: FormFields): Promise<void> {
  authorize(actor, 'help:ask');
  const me = requirePlayerId(actor);
  const { text } = parseFormOrThrow(askForHelpForm, fields);
  await ctx.rateLimiter.consume(HELP_ASKS_PER_DAY, toCounterKey(ctx.secret, `help-asks ${me}`));
  const signs = await findHelpSigns(ctx, text);
  await saveRequest(ctx, me, { kind: signs?.kinds[0] ?? 'unknown', noticedOn: null, words: text });
}

/** The day of a time (ISO, UTC). */
function toDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/**
 * Makes a request, or adds to the one that is open, or to the one that a message alone made on the same day: that opens it again if it was
 * decided, so that the team reads all that is said, and has one request of a player at a time.
 * @param noticedOn the day of a message that asks for help by itself; null: the player asks with the button
 * @returns 'none' if nothing was said that has not been decided on that day
 */
async function saveRequest(
  ctx: AppContext,
  playerId: string,
  { kind, noticedOn, words }: { kind: HelpRequestKind; noticedOn: string | null; words: string },
): Promise<RequestOutcome> {
  const result = await ctx.db.transaction().execute(async (trx): Promise<RequestOutcome> => {
    if (!(await queries.lockAsker(trx, playerId))) throw new AppError('not-found');
    const isAsked = noticedOn === null;
    const open = await queries.findOpenRequest(trx, playerId);
    const decided = open || isAsked ? undefined : await queries.findNoticedRequest(trx, playerId, noticedOn);
    const found = open ?? decided;
    if (!found) {
      await queries.insertRequest(trx, { id: ctx.newId(), playerId, kind, isAsked, noticedOn, words: addWords('', words), at: ctx.now() });
      return 'made';
    }
    const gravest = moreUrgent(found.kind, kind);
    const change = { kind: gravest, isAsked: found.is_asked || isAsked, words: addWords(found.words, words) };
    if (decided && change.words === decided.words) return 'none';
    await queries.updateRequest(trx, found.id, { ...change, isGraver: gravest !== found.kind, at: ctx.now() });
    return 'added';
  });
  if (result !== 'none') ctx.bus.publish({ kind: 'cases' });
  return result;
}
