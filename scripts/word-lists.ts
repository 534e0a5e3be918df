import fs from 'node:fs/promises';
import path from 'node:path';
import type { WordList } from '../src/features/safety/filter/schema.ts';
import { parseListFile } from '../src/features/safety/lexicon.rules.ts';

/** The lists that come with the site, without the changes of any site's moderators. @param folder wordlists/ */
export async function readShippedLists(folder: string): Promise<WordList[]> {
  const lists: WordList[] = [];
  for (const file of (await fs.readdir(folder)).toSorted()) {
    if (!file.endsWith('.txt')) continue;
    const list = parseListFile(file, await fs.readFile(path.join(folder, file), 'utf8'));
    if (list !== null) lists.push(list);
  }
  return lists;
}
