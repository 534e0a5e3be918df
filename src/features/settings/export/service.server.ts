import type { AppContext } from '../../../context.server.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { listPlayerAccess } from '../../friends/access/queries.server.ts';
import { isKnown } from '../../friends/access/rules.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { toByteStream } from '../../../shared/text-stream.ts';
import { recordAccountAction } from '../../audit-log/service.server.ts';
import { getAccountForParent } from '../parent-requests.service.server.ts';
import { reauthenticate, type ReauthResult } from '../../accounts/reauthentication/service.server.ts';
import { exportForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { EXPORT_PAGE_SIZE, EXPORT_LIMIT, SECTIONS, type Section } from './rules.ts';

type ReauthFailure = Exclude<ReauthResult['state'], 'verified'>;

/** The file name and the content. */
export type DataExport = { name: string; file: ReadableStream<Uint8Array<ArrayBuffer>> };

/**
 * The actor's own data as a JSON file. It is read page by page while it is streamed. It requires the password: the file has all messages, and
 * somebody who found an unlocked phone must not carry them away.
 * @param fields `current`, the password
 * @returns why there is no file, if the password was not verified
 * @throws AppError 'too-many-requests' within the hour, 'not-found' if the account is deleted
 */
export async function exportOwnData(
  ctx: AppContext,
  actor: Actor,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<({ state: 'ready' } & DataExport) | { state: ReauthFailure }> {
  authorize(actor, 'account:export');
  const playerId = requirePlayerId(actor);
  const { current } = parseFormOrThrow(exportForm, fields);
  const { state } = await reauthenticate(ctx, playerId, current, clientInfo);
  if (state !== 'verified') return { state };
  await ctx.rateLimiter.consume(EXPORT_LIMIT, playerId);
  return { state: 'ready', ...(await createExport(ctx, playerId, SECTIONS, (file) => refundOnFailure(ctx, playerId, file))) };
}

/**
 * The file at a parent's request, made without signing in to the account: the same, without what the player wrote to our team: requests for
 * help, messages and reports, all of which may tell of harm. It does not count against the player's own rate limit.
 * @param name username, e-mail address or id
 * @param note why, for the audit log
 * @throws AppError 'not-allowed', 'not-found'
 */
export async function exportForParent(ctx: AppContext, actor: Actor, name: string, note = ''): Promise<DataExport> {
  const { id } = await getAccountForParent(ctx, actor, name);
  await ctx.db.transaction().execute((trx) => recordAccountAction(ctx, trx, actor, { action: 'export-account', subjectId: id, note }));
  return createExport(
    ctx,
    id,
    SECTIONS.filter((section) => !section.isPrivateFromParents).map(({ whereForParents, ...section }) =>
      whereForParents === undefined ? section : { ...section, where: `${section.where} and ${whereForParents}` },
    ),
    (file) => file,
  );
}

async function createExport(
  ctx: AppContext,
  playerId: string,
  sections: readonly Section[],
  watched: (file: AsyncGenerator<string>) => AsyncGenerator<string>,
): Promise<DataExport> {
  const account = await queries.findAccount(ctx.db, playerId);
  if (!account) throw new AppError('not-found');
  const createdAt = ctx.now().toISOString();
  const file = toByteStream(watched(generateJson(ctx, playerId, sections, createdAt, account)));
  return { name: `kiddo-${String(account['username'])}-${createdAt.slice(0, 10)}.json`, file };
}

/** A failed export does not count against the rate limit. */
async function* refundOnFailure(ctx: AppContext, playerId: string, file: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* file;
  } catch (error) {
    ctx.log.error({ err: error }, 'a file of a player’s data broke off');
    await ctx.rateLimiter.decrement([[EXPORT_LIMIT, playerId]]);
    throw error;
  }
}

async function* generateJson(
  ctx: AppContext,
  playerId: string,
  sections: readonly Section[],
  made: string,
  account: object,
): AsyncGenerator<string> {
  yield `{\n"made": ${JSON.stringify(made)},\n"account": ${JSON.stringify(account)}`;
  for (const section of sections) yield* generateList(section.name, generateSectionPages(ctx, section, playerId));
  yield* generateList('messages', generateMessagePages(ctx, playerId));
  yield '\n}\n';
}

/** One list of the file, page by page. */
async function* generateList(name: string, pages: AsyncGenerator<object[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let before = '\n';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield ']';
}

async function* generateSectionPages(ctx: AppContext, section: Section, playerId: string): AsyncGenerator<object[]> {
  for (let after: string[] | null = null; ;) {
    const { rows, end } = await queries.listSectionPage(ctx.db, section, playerId, after, EXPORT_PAGE_SIZE);
    yield rows;
    if (rows.length < EXPORT_PAGE_SIZE) return;
    after = end;
  }
}

async function* generateMessagePages(ctx: AppContext, playerId: string): AsyncGenerator<object[]> {
  for (let last: queries.Conversation | null = null; ;) {
    const conversations: queries.Conversation[] = await queries.listConversations(ctx.db, playerId, last, EXPORT_PAGE_SIZE);
    const names = await findKnownNames(ctx, playerId, conversations);
    for (const one of conversations) {
      for (let after = 0; ;) {
        const rows = await queries.listMessages(ctx.db, one, after, EXPORT_PAGE_SIZE);
        yield rows.map((row) => ({
          with: names.get(one.other_id) ?? null,
          byMe: row.sender_id === playerId,
          text: row.body,
          at: row.sent_at,
        }));
        if (rows.length < EXPORT_PAGE_SIZE) break;
        after = rows.at(-1)?.seq ?? after;
      }
    }
    if (conversations.length < EXPORT_PAGE_SIZE) return;
    last = conversations.at(-1) ?? null;
  }
}

/** The usernames of those with whom a player wrote, but of nobody whom the player cannot see any more. */
async function findKnownNames(ctx: AppContext, playerId: string, conversations: queries.Conversation[]): Promise<Map<string, string>> {
  const others = conversations.map((one) => one.other_id);
  const rows = await listPlayerAccess(ctx.queryPrepared, playerId, others);
  return new Map(rows.filter(isKnown).map((row) => [row.id, row.username]));
}
