import fs from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import { compileLists, judge, judgeName, type Compiled } from './filter/rules.ts';
import type { Verdict } from './filter/schema.ts';
import { listOf } from './lists/rules.ts';
import { listsMark, putLists, readLists } from './queries.server.ts';

/** Brings the shipped lists into the database; what moderators changed stays. @param folder holds the files of wordlists/ */
export async function shipLists(ctx: AppContext, actor: Actor, folder: string): Promise<void> {
  authorize(actor, 'filter:ship');
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.txt'));
  const lists = await Promise.all(names.map(async (name) => ({ name, text: await fs.readFile(path.join(folder, name), 'utf8') })));
  await putLists(ctx.db, lists);
}

/**
 * What is to be said against a text that others will read, or null.
 * @throws Refusal 'unavailable' where the filter cannot run: then nothing is to be kept or sent
 */
export async function judgeText(ctx: AppContext, text: string): Promise<Verdict> {
  return judge(text, await compiled(ctx));
}

/**
 * What is to be said against names by which others will know a player, or null for all that are well.
 * @throws Refusal 'unavailable' where the filter cannot run: then nothing is to be kept
 */
export async function judgeNames(ctx: AppContext, names: string[]): Promise<Verdict[]> {
  const lists = await compiled(ctx);
  return names.map((name) => judgeName(name, lists));
}

/** The lists as they are now. They are looked at every few seconds, and compiled when they changed. */
async function compiled(ctx: AppContext): Promise<Compiled> {
  try {
    const mark = await ctx.cached('filter mark', 5_000, () => listsMark(ctx.db));
    // Only the latest stays: each takes some megabytes, and who edits the lists changes the mark often.
    const latest = await ctx.cached('filter', 3_600_000, async () => ({ mark: '', made: null as Promise<Compiled> | null }));
    if (latest.made === null || latest.mark !== mark) {
      const made = compile(ctx);
      Object.assign(latest, { mark, made });
      made.catch(() => latest.made === made && Object.assign(latest, { made: null }));
    }
    return await (latest.made as Promise<Compiled>);
  } catch (error) {
    ctx.log.error({ err: error }, 'the text filter cannot run');
    throw new AppError('unavailable', 'the text filter cannot run');
  }
}

async function compile(ctx: AppContext): Promise<Compiled> {
  const lists = (await readLists(ctx.db)).flatMap(({ name, text }) => listOf(name, text) ?? []);
  if (lists.length === 0) throw new Error('there are no lists');
  return compileLists(lists);
}
