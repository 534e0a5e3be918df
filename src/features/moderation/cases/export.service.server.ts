import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { toByteStream } from '../../../shared/text-stream.ts';
import { getUsername } from '../../audit-log/queries.server.ts';
import { exportForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { CASE_FILE_PAGE_SIZE } from './rules.ts';
import { logCaseAction, toErasedAccount } from './service.server.ts';

/** The file name and the content. */
export type CaseFile = { name: string; file: ReadableStream<Uint8Array<ArrayBuffer>> };

/**
 * A case as one JSON file, for a guardian or the police: reports with the evidence and the names at that time, sanctions, and
 * the log of the team; of a case for the police also what the player asked help for. It is read page by page while it is streamed. Writes
 * the note to the audit log first.
 * @param fields `note`: why, and for whom
 * @throws AppError 'not-allowed' (also if the case is about the actor), 'sign-in-required', 'not-found', 'bad-input' (no note)
 */
export async function exportCase(ctx: AppContext, actor: Actor, id: string, fields: FormFields): Promise<CaseFile> {
  authorize(actor, 'case:export');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const { note } = parseFormOrThrow(exportForm, fields);
  if (!isId(id)) throw new AppError('not-found');
  if (actor.id === id) throw new AppError('not-allowed', 'nobody gets the case about themselves');
  const head = await ctx.db.transaction().execute(async (trx) => {
    const subject = await queries.lockCaseSubject(trx, id);
    if (!subject) throw new AppError('not-found');
    await logCaseAction(ctx, trx, actor.id, subject, { action: 'export-case', note });
    return { subject, heldAt: await queries.findHold(trx, id), madeBy: await getUsername(trx, actor.id) };
  });
  return { name: `case-${id}.json`, file: toByteStream(logFailure(ctx, generateFile(ctx, { ...head, note }))) };
}

async function* logFailure(ctx: AppContext, parts: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* parts;
  } catch (error) {
    ctx.log.error({ err: error }, 'the file of a case broke off');
    throw error;
  }
}

type Head = { subject: queries.CaseSubject; heldAt: Date | null; madeBy: string; note: string };

async function* generateFile(ctx: AppContext, { subject, heldAt, madeBy, note }: Head): AsyncGenerator<string> {
  const { id, username, displayName, memberSince, erased } = subject;
  const head = {
    case: id,
    made: ctx.now().toISOString(),
    madeBy,
    note,
    player: { id, username, displayName, memberSince: memberSince.toISOString() },
    // Of an account that exists, the case is kept as long as the account.
    erased: erased && toErasedAccount(erased.at, erased.closedAt),
    forPoliceSince: heldAt?.toISOString() ?? null,
  };
  yield JSON.stringify(head).slice(0, -1);
  const { db } = ctx;
  const size = CASE_FILE_PAGE_SIZE;
  yield* generateList('reports', (last) => queries.listCaseReports(db, id, size, toPageEnd(last)), toReport);
  yield* generateList('sanctions', (last) => queries.listCaseSanctions(db, id, size, toPageEnd(last)), toSanction);
  // Not for a guardian: whoever harms a child may be the one who complains. So neither are the notes of the team.
  const withNotes = heldAt !== null;
  if (heldAt !== null)
    yield* generateList('helpRequests', (last) => queries.listCaseHelpRequests(db, id, size, toPageEnd(last)), toHelpRequest);
  yield* generateList('log', (last) => queries.listCaseLog(db, subject, { limit: size, after: last?.id ?? null, withNotes }), toLogEntry);
  yield '\n}\n';
}

const toPageEnd = (last: { created_at: Date; id: string } | null) => last && { at: last.created_at, id: last.id };

/** A list of the file, one row a line. @param listPage the rows that follow the last row of the previous page */
async function* generateList<Row>(
  name: string,
  listPage: (last: Row | null) => Promise<Row[]>,
  toEntry: (row: Row) => object,
): AsyncGenerator<string> {
  yield `,\n"${name}":[`;
  let separator = '\n';
  for (let last: Row | null = null; ;) {
    const rows: Row[] = await listPage(last);
    if (rows.length > 0) yield rows.map((row, index) => `${index === 0 ? separator : ',\n'}${JSON.stringify(toEntry(row))}`).join('');
    separator = ',\n';
    last = rows.at(-1) ?? null;
    if (rows.length < CASE_FILE_PAGE_SIZE) break;
  }
  yield ']';
}

function toReport(row: queries.CaseReportRow): object {
  const reported = { id: row.reported_player_id, username: row.reported_username, displayName: row.reported_display_name };
  const reporter =
    row.reporter_id === null ? null : { id: row.reporter_id, username: row.reporter_username, displayName: row.reporter_display_name };
  return {
    id: row.id,
    reason: row.reason,
    description: row.description,
    state: row.state,
    created: row.created_at.toISOString(),
    decided: row.decided_at?.toISOString() ?? null,
    reported,
    reporter,
    messages: row.evidence.map((message) => ({
      // A sender who is neither was erased before evidence was kept.
      from: [reported, reporter].find((each) => each?.id === message.senderId) ?? null,
      text: message.text,
      at: message.at,
      isReported: message.seq === row.message_seq,
    })),
  };
}

function toSanction(row: queries.CaseSanctionRow): object {
  const { id, kind, why } = row;
  const [given, until, lifted] = [row.created_at, row.until, row.lifted_at].map((time) => time?.toISOString() ?? null);
  return { id, kind, why, given, until, lifted };
}

function toHelpRequest(row: queries.CaseHelpRequestRow): object {
  const { id, kind, words, state } = row;
  return {
    id,
    kind,
    words,
    state,
    pressedButton: row.is_asked,
    created: row.created_at.toISOString(),
    decided: row.decided_at?.toISOString() ?? null,
  };
}

function toLogEntry({ id, at, actor_name: actor, action, note, details }: queries.CaseLogRow): object {
  return { id, at: at.toISOString(), actor, action, note, details };
}
