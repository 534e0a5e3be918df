import type { AppContext } from '../../../context.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { accountAsked } from '../asking/service.server.ts';
import * as queries from './queries.server.ts';
import { EXPORT_PAGE, EXPORTS, SECTIONS, type Section } from './rules.ts';

/** What the file is called, and what stands in it. */
export type OwnFile = { name: string; file: ReadableStream<Uint8Array<ArrayBuffer>> };

/**
 * All that is the actor's own, as the text of one JSON file, piece by piece: it is read page by page while it is sent.
 * @throws Refusal 'too-many-requests' within the hour, 'not-found' where the account is gone
 */
export async function exportMine(ctx: AppContext, actor: Actor): Promise<OwnFile> {
  authorize(actor, 'account:export');
  const playerId = requirePlayerId(actor);
  await ctx.rateLimiter.consume(EXPORTS, playerId);
  return fileOf(ctx, playerId, (file) => counted(ctx, playerId, file));
}

/**
 * The same file where a parent asks for it, who is not signed in to the account; what the player gets themselves is not counted by it.
 * @param name username or e-mail address
 * @throws Refusal 'not-allowed', 'not-found'
 */
export async function exportAsked(ctx: AppContext, actor: Actor, name: string): Promise<OwnFile> {
  const { id } = await accountAsked(ctx, actor, name);
  return fileOf(ctx, id, (file) => file);
}

async function fileOf(ctx: AppContext, playerId: string, watched: (file: AsyncGenerator<string>) => AsyncGenerator<string>): Promise<OwnFile> {
  const account = await queries.accountOf(ctx.db, playerId);
  if (!account) throw new AppError('not-found');
  const made = ctx.now().toISOString();
  const file = streamOf(watched(pieces(ctx, playerId, made, account)));
  return { name: `kiddo-${String(account['username'])}-${made.slice(0, 10)}.json`, file };
}

/** No piece is made before the one before it was taken; who hangs up ends it. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}

/** A file that broke off does not count. */
async function* counted(ctx: AppContext, playerId: string, file: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* file;
  } catch (error) {
    ctx.log.error({ err: error }, 'a file of a player’s data broke off');
    await ctx.rateLimiter.decrement([[EXPORTS, playerId]]);
    throw error;
  }
}

async function* pieces(ctx: AppContext, playerId: string, made: string, account: object): AsyncGenerator<string> {
  yield `{\n"made": ${JSON.stringify(made)},\n"account": ${JSON.stringify(account)}`;
  for (const section of SECTIONS) yield* list(section.name, sectionPages(ctx, section, playerId));
  yield* list('messages', messagePages(ctx, playerId));
  yield '\n}\n';
}

/** One list of the file, a page at a time. */
async function* list(name: string, pages: AsyncGenerator<object[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let before = '\n';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield ']';
}

async function* sectionPages(ctx: AppContext, section: Section, playerId: string): AsyncGenerator<object[]> {
  for (let after: string[] | null = null; ;) {
    const { rows, end } = await queries.sectionPage(ctx.db, section, playerId, after, EXPORT_PAGE);
    yield rows;
    if (rows.length < EXPORT_PAGE) return;
    after = end;
  }
}

async function* messagePages(ctx: AppContext, playerId: string): AsyncGenerator<object[]> {
  for (let last: queries.Conversation | null = null; ;) {
    const conversations: queries.Conversation[] = await queries.conversationsPage(ctx.db, playerId, last, EXPORT_PAGE);
    for (const one of conversations) {
      for (let after = 0; ;) {
        const rows = await queries.messagesPage(ctx.db, one, after, EXPORT_PAGE);
        yield rows.map((row) => ({ with: one.username, byMe: row.sender_id === playerId, text: row.body, at: row.sent_at }));
        if (rows.length < EXPORT_PAGE) break;
        after = rows.at(-1)?.seq ?? after;
      }
    }
    if (conversations.length < EXPORT_PAGE) return;
    last = conversations.at(-1) ?? null;
  }
}
