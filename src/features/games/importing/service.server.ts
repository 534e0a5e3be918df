import fs from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../../context.server.ts';
import { lockCatalogue } from '../../../infra/database/catalogue-lock.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { isFolderStored, prepareGameFolder, readGameFolder, type GameFolder, type PreparedFolder } from '../folders/service.server.ts';
import { fingerprintsOf, upsertGames, type GameValues } from './queries.server.ts';
import { fingerprint, reasonOf } from './rules.ts';
import { importRow, type ImportReport, type ImportRow } from './schema.ts';

type Candidate = { name: string; row: ImportRow; folder: GameFolder | null };
type Read = { candidates: Candidate[]; bad: ImportReport['bad'] };

const ROWS_A_STATEMENT = 500;
/** After this many pictures that cannot be read there is no point in looking at more. */
const BAD_MAX = 100;

/**
 * Brings games into the catalogue: a game's folder, a folder of such folders, or a JSON file of rows.
 * The same import again writes nothing. All or nothing, unless `keepGood` lets the good rows in.
 * @param say told how far it is.
 * @throws Refusal 'bad-input' when there is nothing to read at the path.
 */
export async function importGames(
  ctx: AppContext,
  actor: Actor,
  source: string,
  options: { keepGood?: boolean; say?(step: string): void } = {},
): Promise<ImportReport> {
  authorize(actor, 'catalogue:import');
  const stat = await fs.stat(source).catch(() => null);
  if (!stat) throw new AppError('bad-input', `There is nothing at ${source}.`);
  const read = stat.isDirectory() ? await readFolders(source) : await readRows(source);
  const { candidates, bad } = withoutDoubles(read);
  const report: ImportReport = { added: 0, changed: 0, same: 0, bad, kept: bad.length === 0 || options.keepGood === true };
  if (!report.kept) return report;
  const fresh = await prepareFresh(ctx, candidates, report, options);
  report.kept = report.bad.length === 0 || options.keepGood === true;
  if (!report.kept) return { ...report, added: 0, changed: 0, same: 0 };
  // Files first: a row must never point to what is not there. Files without a row do no harm.
  for (const { folder } of fresh) {
    if (folder) for (const [name, bytes] of folder.files) await ctx.files.put(name, bytes);
  }
  await ctx.db.transaction().execute(async (trx) => {
    await lockCatalogue(trx);
    for (let at = 0; at < fresh.length; at += ROWS_A_STATEMENT) {
      await upsertGames(trx, fresh.slice(at, at + ROWS_A_STATEMENT).map(valuesOf));
      options.say?.(`${Math.min(at + ROWS_A_STATEMENT, fresh.length)} of ${fresh.length} games`);
    }
  });
  return report;
}

type Fresh = { row: ImportRow; hash: string; folder: PreparedFolder | null };

/** Makes ready what is not there yet as it is now, and counts the rest. What turns out to be bad goes to the report. */
async function prepareFresh(
  ctx: AppContext,
  candidates: Candidate[],
  report: ImportReport,
  { keepGood }: { keepGood?: boolean },
): Promise<Fresh[]> {
  const fresh: Fresh[] = [];
  for (let at = 0; at < candidates.length; at += ROWS_A_STATEMENT) {
    const slice = candidates.slice(at, at + ROWS_A_STATEMENT);
    const known = await fingerprintsOf(
      ctx.db,
      slice.map(({ row }) => row.Id),
    );
    for (const { name, row, folder } of slice) {
      const hash = fingerprint(row, folder ? `${folder.hash} ${folder.bytes}` : '');
      if (known.get(row.Id) === hash && (folder === null || (await isFolderStored(ctx.files, row, folder)))) {
        report.same++;
        continue;
      }
      try {
        fresh.push({ row, hash, folder: folder ? await prepareGameFolder(row, folder) : null });
        report[known.has(row.Id) ? 'changed' : 'added']++;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        report.bad.push({ row: name, reason: error.message });
        if (!keepGood && report.bad.length >= BAD_MAX) return fresh;
      }
    }
  }
  return fresh;
}

async function readFolders(source: string): Promise<Read> {
  const one = await hasGame(source);
  const entries = one ? [source] : (await fs.readdir(source)).sort().map((entry) => path.join(source, entry));
  const read: Read = { candidates: [], bad: [] };
  for (const folder of entries) {
    if (!(await hasGame(folder))) continue;
    const name = path.basename(folder);
    try {
      const raw: unknown = JSON.parse(await fs.readFile(path.join(folder, 'game.json'), 'utf8'));
      const parsed = importRow.safeParse(raw);
      if (!parsed.success) read.bad.push({ row: name, reason: reasonOf(parsed.error) });
      else if (parsed.data.Id !== name) read.bad.push({ row: name, reason: `Id ${parsed.data.Id} is not the folder's name` });
      else read.candidates.push({ name, row: parsed.data, folder: await readGameFolder(folder, parsed.data) });
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof SyntaxError)) throw error;
      read.bad.push({ row: name, reason: error instanceof AppError ? error.message : `game.json is not JSON (${error.message})` });
    }
  }
  if (read.candidates.length + read.bad.length === 0) throw new AppError('bad-input', `No game.json in ${source} or in a folder of it.`);
  return read;
}

async function hasGame(folder: string): Promise<boolean> {
  return fs.access(path.join(folder, 'game.json')).then(
    () => true,
    () => false,
  );
}

async function readRows(file: string): Promise<Read> {
  let content: unknown;
  try {
    content = JSON.parse(await fs.readFile(file, 'utf8'));
  } catch (error) {
    throw new AppError('bad-input', `${file} is not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(content)) throw new AppError('bad-input', `${file} must hold a JSON array of rows.`);
  const read: Read = { candidates: [], bad: [] };
  content.forEach((raw: unknown, i) => {
    const id = typeof raw === 'object' && raw !== null && 'Id' in raw ? ` (${String(raw.Id).slice(0, 64)})` : '';
    const name = `row ${i + 1}${id}`;
    const parsed = importRow.safeParse(raw);
    const reason = parsed.success ? addressFault(parsed.data) : reasonOf(parsed.error);
    if (reason !== null) read.bad.push({ row: name, reason });
    else if (parsed.success) read.candidates.push({ name, row: parsed.data, folder: null });
  });
  return read;
}

/** A row without a folder can only point to other hosts. */
function addressFault(row: ImportRow): string | null {
  const addresses = [...row.Assets, ...(row.GameURL ? [row.GameURL] : [])];
  const wrong = addresses.find((address) => !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol));
  return wrong === undefined ? null : `${JSON.stringify(wrong.slice(0, 80))} is not an http(s) address`;
}

/** The first of several rows with one Id stays; the others are bad. */
function withoutDoubles({ candidates, bad }: Read): Read {
  const seen = new Set<string>();
  const first = candidates.filter(({ row }) => !seen.has(row.Id) && seen.add(row.Id));
  const kept = new Set(first);
  const doubles = candidates.filter((candidate) => !kept.has(candidate));
  return {
    candidates: first,
    bad: [...bad, ...doubles.map(({ name, row }) => ({ row: name, reason: `Id ${row.Id} stands there twice` }))],
  };
}

function valuesOf({ row, hash, folder }: Fresh): GameValues {
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
    import_hash: hash,
  };
}
