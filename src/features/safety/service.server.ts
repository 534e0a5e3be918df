import fs from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { analyzeText, compileLists, checkMessages, checkText, checkName, type CompiledLists } from './filter/rules.ts';
import type { ModerationResult, TextAnalysis } from './filter/schema.ts';
import { parseListFile } from './lexicon.rules.ts';
import { getListsVersion, saveLists, loadLists } from './queries.server.ts';

/** Seeds the shipped lists into the database; changes by moderators stay. @param folder contains the files of wordlists/ */
export async function seedLists(ctx: AppContext, actor: Actor, folder: string): Promise<void> {
  authorize(actor, 'filter:seed');
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.txt'));
  const lists = await Promise.all(names.map(async (name) => ({ name, text: await fs.readFile(path.join(folder, name), 'utf8') })));
  await saveLists(ctx.db, lists);
}

/**
 * Checks a text that others will read.
 * @returns null if the text is accepted.
 * @throws AppError 'unavailable' if the filter cannot run: then the caller must not store or send the text
 */
export async function moderateText(ctx: AppContext, text: string): Promise<ModerationResult> {
  return checkText(text, await getCompiledLists(ctx));
}

/**
 * Checks a text that others will read, and says which soft kinds it has: what is fine alone, and is counted over time (patterns).
 * @throws AppError 'unavailable' as moderateText does
 */
export async function moderateAndAnalyzeText(ctx: AppContext, text: string): Promise<TextAnalysis> {
  return analyzeText(text, await getCompiledLists(ctx));
}

/**
 * Checks what one author wrote to the same reader in a short time, together: a phone number may be spread over several messages.
 * @param texts oldest first
 * @returns null if they are accepted.
 * @throws AppError 'unavailable' as moderateText does
 */
export async function moderateMessages(ctx: AppContext, texts: readonly string[]): Promise<ModerationResult> {
  return checkMessages(texts, await getCompiledLists(ctx));
}

/**
 * Checks names that others will see.
 * @returns one result per name, null if the name is accepted.
 * @throws AppError 'unavailable' if the filter cannot run: then the caller must not store the names
 */
export async function moderateNames(ctx: AppContext, names: string[]): Promise<ModerationResult[]> {
  const lists = await getCompiledLists(ctx);
  return names.map((name) => checkName(name, lists));
}

/** The current compiled lists. Checks the version every few seconds and recompiles when it has changed. */
async function getCompiledLists(ctx: AppContext): Promise<CompiledLists> {
  try {
    const version = await ctx.cached('filter mark', 5_000, () => getListsVersion(ctx.db));
    // Cache the latest version only: each takes some megabytes, and moderators who edit the lists change the version often.
    const latest = await ctx.cached('filter', 3_600_000, async () => ({ mark: '', made: null as Promise<CompiledLists> | null }));
    if (latest.made === null || latest.mark !== version) {
      const made = loadAndCompileLists(ctx);
      Object.assign(latest, { mark: version, made });
      made.catch(() => latest.made === made && Object.assign(latest, { made: null }));
    }
    return await (latest.made as Promise<CompiledLists>);
  } catch (error) {
    ctx.log.error({ err: error }, 'the text filter cannot run');
    throw new AppError('unavailable', 'the text filter cannot run');
  }
}

async function loadAndCompileLists(ctx: AppContext): Promise<CompiledLists> {
  const lists = (await loadLists(ctx.db)).flatMap(({ name, text }) => parseListFile(name, text) ?? []);
  if (lists.length === 0) throw new Error('there are no lists');
  return compileLists(lists);
}
