import fs from 'node:fs/promises';
import path from 'node:path';
import model from '../../../wordlists/classifier/model.json' with { type: 'json' };
import type { AppContext } from '../../context.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { explainText, loadClassifier } from './classifier/rules.ts';
import { compileLists, checkMessages, checkName } from './filter/rules.ts';
import type { HelpSigns, ModerationResult, TextAnalysis } from './filter/schema.ts';
import { compileHelpLists, findHelp } from './help.rules.ts';
import { parseListFile } from './lexicon.rules.ts';
import { judgeMessage, type MessageFilter } from './message.rules.ts';
import { compileStaffLists, findNameFlaw, type StaffLists } from './names/rules.ts';
import type { NameResult } from './names/schema.ts';
import { getListsVersion, saveLists, loadLists } from './queries.server.ts';

/** Seeds the shipped lists into the database; changes by moderators stay. @param folder contains the files of wordlists/ */
export async function seedLists(ctx: AppContext, actor: Actor, folder: string): Promise<void> {
  authorize(actor, 'filter:seed');
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.txt'));
  const lists = await Promise.all(names.map(async (name) => ({ name, text: await fs.readFile(path.join(folder, name), 'utf8') })));
  await saveLists(ctx.db, lists);
}

/**
 * Checks a message from one player to another, whether its author asks for help, and which soft kinds it has: what is fine alone, and is
 * counted over time (risk scoring). The words in which somebody asks for help are not refused; anything else in the message is.
 * @returns `refused` null if the message is accepted, and `help` null if nobody needs it
 * @throws AppError 'unavailable' if the filter cannot run: then the caller must not store or send the text
 */
export async function moderateMessage(ctx: AppContext, text: string): Promise<TextAnalysis & { help: HelpSigns | null }> {
  return judgeMessage(text, await getCompiled(ctx));
}

/** The words for which the classifier refuses a text most, for moderators. @throws AppError 'unavailable' as moderateMessage does */
export async function explainRefusal(ctx: AppContext, text: string): Promise<string[]> {
  return explainText(text, (await getCompiled(ctx)).classifier);
}

/**
 * Checks what one author wrote to the same reader in a short time, together: a phone number may be spread over several messages. Without the
 * classifier, which would take what one message has of one subject and the next of another for one thing.
 * @param texts oldest first
 * @returns null if they are accepted.
 * @throws AppError 'unavailable' as moderateMessage does
 */
export async function moderateMessages(ctx: AppContext, texts: readonly string[]): Promise<ModerationResult> {
  const { filter, help } = await getCompiled(ctx);
  return checkMessages(texts, filter, undefined, findHelp(texts.join(' '), help)?.ranges);
}

/** Whether the author of a text asks for help; null if not. @throws AppError 'unavailable' if the lists cannot be loaded */
export async function findHelpInText(ctx: AppContext, text: string): Promise<HelpSigns | null> {
  return findHelp(text, (await getCompiled(ctx)).help);
}

/**
 * Checks names that others will see: for words, for sounding like the team, and for signs that names cannot have.
 * @returns one result per name, null if the name is accepted.
 * @throws AppError 'unavailable' if the filter cannot run: then the caller must not store the names
 */
export async function moderateNames(ctx: AppContext, names: string[]): Promise<NameResult[]> {
  const { filter, staff } = await getCompiled(ctx);
  if (staff === null) {
    ctx.log.error('there are no lists of what the team is called');
    throw new AppError('unavailable', 'names cannot be checked');
  }
  return names.map((name) => {
    const flaw = checkName(name, filter) ?? findNameFlaw(name, staff);
    return typeof flaw === 'string' ? { kind: flaw } : flaw;
  });
}

/**
 * All lists, compiled: what the filter refuses, what finds who asks for help, and what the team is called; and the classifier. `staff` is
 * null if its lists are missing: names wait then, messages do not.
 */
type Compiled = MessageFilter & { staff: StaffLists | null };

/** The current compiled lists. Checks the version every few seconds and recompiles when it has changed. */
async function getCompiled(ctx: AppContext): Promise<Compiled> {
  try {
    const version = await ctx.cached('filter mark', 5_000, () => getListsVersion(ctx.db));
    // Cache the latest version only: each takes some megabytes, and moderators who edit the lists change the version often.
    const latest = await ctx.cached('filter', 3_600_000, async () => ({ mark: '', made: null as Promise<Compiled> | null }));
    if (latest.made === null || latest.mark !== version) {
      const made = loadAndCompileLists(ctx);
      Object.assign(latest, { mark: version, made });
      made.catch(() => latest.made === made && Object.assign(latest, { made: null }));
    }
    return await (latest.made as Promise<Compiled>);
  } catch (error) {
    ctx.log.error({ err: error }, 'the text filter cannot run');
    throw new AppError('unavailable', 'the text filter cannot run');
  }
}

async function loadAndCompileLists(ctx: AppContext): Promise<Compiled> {
  const files = await loadLists(ctx.db);
  const key = JSON.stringify(files);
  if (lastCompiled?.key !== key) lastCompiled = { key, compiled: compileFiles(files) };
  return lastCompiled.compiled;
}

/**
 * What this process compiled last, and from what. Compiling takes a fifth of a second of processor time, and depends on the files alone: a
 * version that changed nothing, and another site in the same process, as tests have them, need no second one.
 */
let lastCompiled: { key: string; compiled: Compiled } | null = null;

function compileFiles(files: Awaited<ReturnType<typeof loadLists>>): Compiled {
  const lists = files.flatMap(({ name, text }) => parseListFile(name, text) ?? []);
  if (lists.length === 0) throw new Error('there are no lists');
  const filter = compileLists(lists);
  return {
    filter,
    help: compileHelpLists(lists),
    classifier: loadClassifier(model, lists),
    staff: compileStaffLists(files, filter.allowed.all),
  };
}
