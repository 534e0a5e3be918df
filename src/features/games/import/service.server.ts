import fs from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import { lockCatalogue } from '../../../infra/database/catalogue-lock.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import {
  isGameFolderStored,
  moveGameFiles,
  prepareGameFolder,
  readGameFolder,
  type GameFolder,
  type PreparedGameFolder,
} from '../folders/service.server.ts';
import { findKnownGames, lockMisplacedGames, saveGameFiles, upsertGames, type GameInsert } from './queries.server.ts';
import { getFingerprint, formatIssue } from './rules.ts';
import { importRowSchema } from './forms.server.ts';
import type { ImportReport, ImportRow } from './schema.ts';

type Candidate = { name: string; row: ImportRow; folder: GameFolder | null };
type ReadResult = { candidates: Candidate[]; rejected: ImportReport['rejected'] };

const ROWS_PER_STATEMENT = 500;
/** Unless `skipInvalid` is set, the import stops preparing games after this many rejected rows. */
const REJECTED_MAX = 100;
/** Of more games that are for older players now, the site's processes and tabs hear in one message without their ids. */
const CATALOGUE_MESSAGES_MAX = 20;

/**
 * Imports games into the catalogue from a game's folder, a folder of such folders, or a JSON file of rows. Repeating the same import writes
 * nothing. All or nothing, unless `skipInvalid` lets the valid rows in.
 * @param options.onProgress is called with each step.
 * @throws AppError 'bad-input' when there is nothing to read at the path.
 */
export async function importGames(
  ctx: AppContext,
  actor: Actor,
  source: string,
  options: { skipInvalid?: boolean; onProgress?(step: string): void } = {},
): Promise<ImportReport> {
  authorize(actor, 'catalogue:import');
  const stat = await fs.stat(source).catch(() => null);
  if (!stat) throw new AppError('bad-input', `There is nothing at ${source}.`);
  const result = stat.isDirectory() ? await readFolders(source) : await readRows(source);
  const { candidates, rejected } = rejectDuplicates(result);
  const report: ImportReport = {
    added: 0,
    changed: 0,
    unchanged: 0,
    rejected,
    kept: [],
    applied: rejected.length === 0 || options.skipInvalid === true,
  };
  if (!report.applied) return report;
  const prepared = await prepareChangedGames(ctx, candidates, report, options);
  report.applied = report.rejected.length === 0 || options.skipInvalid === true;
  if (!report.applied) return { ...report, added: 0, changed: 0, unchanged: 0, kept: [] };
  // Files first: a row must never point to a missing file. Files without a row do no harm.
  for (const { folder } of prepared) {
    if (folder) for (const [name, bytes] of folder.files) await ctx.files.put(name, bytes);
  }
  await ctx.db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    for (let offset = 0; offset < prepared.length; offset += ROWS_PER_STATEMENT) {
      const slice = prepared.slice(offset, offset + ROWS_PER_STATEMENT);
      for (const hasMark of [true, false])
        await upsertGames(trx, slice.filter(({ row }) => (row.minAge !== null) === hasMark).map(toGameInsert));
      options.onProgress?.(`${Math.min(offset + ROWS_PER_STATEMENT, prepared.length)} of ${prepared.length} games`);
    }
    for (let offset = 0; offset < candidates.length; offset += ROWS_PER_STATEMENT)
      await placeFiles(
        ctx,
        trx,
        candidates.slice(offset, offset + ROWS_PER_STATEMENT).map(({ row }) => row.Id),
      );
  });
  // As if it were hidden: pages that show it are made anew, and those in it who are too young leave it. Where no bus leads to the site's
  // process, its caches end within seconds, and each play is asked at its next heartbeat.
  publishOlderGames(
    ctx,
    prepared.filter(({ isForOlder }) => isForOlder).map(({ row }) => row.Id),
  );
  return report;
}

/**
 * Files that an operator brought stay when the game is imported, while the import may make it premium, or free. Then they go where such a game's
 * files are, as those of the import do: a premium game has no file at an address that browsers stored while it was free. Asked under the lock,
 * because somebody may edit while files are prepared; few games are so, and each is a megabyte at most.
 */
async function placeFiles(ctx: AppContext, trx: Transaction<DB>, ids: string[]): Promise<void> {
  for (const { id, is_premium: isPremium, ...names } of await lockMisplacedGames(trx, ids))
    await saveGameFiles(trx, id, await moveGameFiles(ctx.files, names, isPremium));
}

function publishOlderGames(ctx: AppContext, gameIds: string[]): void {
  if (gameIds.length > CATALOGUE_MESSAGES_MAX) ctx.bus.publish({ kind: 'catalogue' });
  else for (const gameId of gameIds) ctx.bus.publish({ kind: 'catalogue', gameId });
}

/** `isForOlder`: than before. */
type PreparedGame = { row: ImportRow; hash: string; folder: PreparedGameFolder | null; isForOlder: boolean };

/** Prepares the games that are new or changed, and counts the rest. Games that turn out to be invalid are added to the report. */
async function prepareChangedGames(
  ctx: AppContext,
  candidates: Candidate[],
  report: ImportReport,
  { skipInvalid }: { skipInvalid?: boolean },
): Promise<PreparedGame[]> {
  const prepared: PreparedGame[] = [];
  for (let offset = 0; offset < candidates.length; offset += ROWS_PER_STATEMENT) {
    const slice = candidates.slice(offset, offset + ROWS_PER_STATEMENT);
    const known = await findKnownGames(
      ctx.db,
      slice.map(({ row }) => row.Id),
    );
    for (const { name, row: read, folder } of slice) {
      const stored = known.get(read.Id);
      // Where its files are stored depends on it.
      const row = stored?.edited.includes('is_premium') ? { ...read, is_premium: stored.isPremium } : read;
      if (stored?.isRemoved) {
        report.kept.push({ row: name, columns: 'removed' });
        continue;
      }
      const isMarkKept = row.minAge === null || stored?.edited.includes('min_age') === true;
      const mark = (isMarkKept ? stored?.minAge : row.minAge) ?? 0;
      // An operator's zip file brought the files here: then those on the other host are not used.
      const isElsewhere = folder === null && row.GameURL !== null && stored?.edited.includes('game_url') !== true;
      if (mark !== 0 && isElsewhere) {
        report.rejected.push({
          row: name,
          reason: `minAge is ${mark}, and GameURL is on another host, whose files everybody can open: a game with a mark comes as a folder`,
        });
        if (!skipInvalid && report.rejected.length >= REJECTED_MAX) return prepared;
        continue;
      }
      const hash = getFingerprint(row, folder ? `${folder.hash} ${folder.bytes}` : '');
      const isSameMark = isMarkKept || row.minAge === stored?.minAge;
      if (stored?.hash === hash && isSameMark && (folder === null || (await isGameFolderStored(ctx.files, row, folder)))) {
        report.unchanged++;
        continue;
      }
      try {
        const isForOlder = stored !== undefined && mark > stored.minAge;
        prepared.push({ row, hash, folder: folder ? await prepareGameFolder(ctx.pictures, row, folder) : null, isForOlder });
        if (stored && stored.edited.length > 0) report.kept.push({ row: name, columns: stored.edited });
        report[stored ? 'changed' : 'added']++;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        report.rejected.push({ row: name, reason: error.message });
        if (!skipInvalid && report.rejected.length >= REJECTED_MAX) return prepared;
      }
    }
  }
  return prepared;
}

async function readFolders(source: string): Promise<ReadResult> {
  const isSingleGame = await hasGameJson(source);
  const entries = isSingleGame ? [source] : (await fs.readdir(source)).sort().map((entry) => path.join(source, entry));
  const result: ReadResult = { candidates: [], rejected: [] };
  for (const folder of entries) {
    if (!(await hasGameJson(folder))) continue;
    const name = path.basename(folder);
    try {
      const raw: unknown = JSON.parse(await fs.readFile(path.join(folder, 'game.json'), 'utf8'));
      const parsed = importRowSchema.safeParse(raw);
      if (!parsed.success) result.rejected.push({ row: name, reason: formatIssue(parsed.error) });
      else if (parsed.data.Id !== name) result.rejected.push({ row: name, reason: `Id ${parsed.data.Id} is not the folder's name` });
      else result.candidates.push({ name, row: parsed.data, folder: await readGameFolder(folder, parsed.data) });
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof SyntaxError)) throw error;
      result.rejected.push({ row: name, reason: error instanceof AppError ? error.message : `game.json is not JSON (${error.message})` });
    }
  }
  if (result.candidates.length + result.rejected.length === 0)
    throw new AppError('bad-input', `No game.json in ${source} or in a folder of it.`);
  return result;
}

async function hasGameJson(folder: string): Promise<boolean> {
  return fs.access(path.join(folder, 'game.json')).then(
    () => true,
    () => false,
  );
}

async function readRows(file: string): Promise<ReadResult> {
  let content: unknown;
  try {
    content = JSON.parse(await fs.readFile(file, 'utf8'));
  } catch (error) {
    throw new AppError('bad-input', `${file} is not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(content)) throw new AppError('bad-input', `${file} must hold a JSON array of rows.`);
  const result: ReadResult = { candidates: [], rejected: [] };
  content.forEach((raw: unknown, i) => {
    const id = typeof raw === 'object' && raw !== null && 'Id' in raw ? ` (${String(raw.Id).slice(0, 64)})` : '';
    const name = `row ${i + 1}${id}`;
    const parsed = importRowSchema.safeParse(raw);
    const reason = parsed.success ? findUrlError(parsed.data) : formatIssue(parsed.error);
    if (reason !== null) result.rejected.push({ row: name, reason });
    else if (parsed.success) result.candidates.push({ name, row: parsed.data, folder: null });
  });
  return result;
}

/** A row without a folder can only point to other hosts. */
function findUrlError(row: ImportRow): string | null {
  const urls = [...row.Assets, ...(row.GameURL ? [row.GameURL] : [])];
  const invalidUrl = urls.find((url) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol));
  return invalidUrl === undefined ? null : `${JSON.stringify(invalidUrl.slice(0, 80))} is not an http(s) address`;
}

/** If several rows have the same Id, the first one is kept and the others are rejected. */
function rejectDuplicates({ candidates, rejected }: ReadResult): ReadResult {
  const seen = new Set<string>();
  const firstCandidates = candidates.filter(({ row }) => !seen.has(row.Id) && seen.add(row.Id));
  const firstSet = new Set(firstCandidates);
  const duplicates = candidates.filter((candidate) => !firstSet.has(candidate));
  return {
    candidates: firstCandidates,
    rejected: [...rejected, ...duplicates.map(({ name, row }) => ({ row: name, reason: `Id ${row.Id} stands there twice` }))],
  };
}

function toGameInsert({ row, hash, folder }: PreparedGame): GameInsert {
  return {
    id: row.Id,
    title: row.Title,
    developer: row.Developer,
    description: row.Description,
    key_features: row.KeyFeatures,
    instructions: JSON.stringify(row.Instructions),
    genres: row.Genres,
    tags: row.Tags,
    mobile_ready: row.MobileReady,
    genders: row.Gender,
    is_premium: row.is_premium,
    created_at: row.created_at,
    creator_id: row.creator_id,
    assets: folder?.assets ?? row.Assets,
    picture: folder?.picture ?? null,
    game_url: folder?.gameUrl ?? row.GameURL,
    bytes: folder?.gameUrl ? folder.bytes : null,
    max_players: row.max_players,
    staff_order: row.staff_order,
    ...(row.minAge !== null && { min_age: row.minAge }),
    import_hash: hash,
  };
}
