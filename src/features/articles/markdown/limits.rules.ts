import type { BodyProblem } from './schema.ts';

// The parser fills each row of a table up to the width of its head, calls itself for each level, and looks for the end of each emphasis in all
// that follows: a short text can take minutes or all of the memory. So these are counted before it begins.

/** Letters of a text with everything filled in. */
const TEXT_MAX = 200_000;
const COLUMNS_MAX = 12;
const ROWS_MAX = 200;
const LEVELS_MAX = 20;
const EMPHASIS_MAX = 2000;

/** The signs of quotes and lists with which a line begins. */
const MARKS = /^(?:[ \t]*(?:>|[*+-](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/;
/** The line below the head of a table, also in a quote. */
const TABLE_LINE = /^[ \t>]*[|:-](?=.*-)(?=.*[|:])[ \t|:-]*$/;

/** The first thing of which a text has more than the parser can take; null if there is none. */
export function findTooMuch(text: string): BodyProblem | null {
  if (text.length > TEXT_MAX) return { line: 1, message: 'is too long with all that is filled in for the names in braces' };
  let rows: number | null = null;
  let emphasis = 0;
  for (const [at, words] of text.split(/\r\n?|\n/).entries()) {
    const problem = (message: string): BodyProblem => ({ line: at + 1, message });
    if (countLevels(words) > LEVELS_MAX) return problem(`begins more than ${LEVELS_MAX} quotes or lists inside each other`);
    const isBlank = /^[ \t>]*$/.test(words);
    emphasis = isBlank ? 0 : emphasis + (words.match(/[*_]/g)?.length ?? 0);
    if (emphasis > EMPHASIS_MAX) return problem(`has more than ${EMPHASIS_MAX} of the signs * and _ in one paragraph`);
    if (TABLE_LINE.test(words)) {
      if (words.replaceAll(/[^|]/g, '').length > COLUMNS_MAX + 1) return problem(`has a table with more than ${COLUMNS_MAX} columns`);
      rows = 0;
    } else if (isBlank) rows = null;
    else if (rows !== null && ++rows > ROWS_MAX) return problem(`has a table with more than ${ROWS_MAX} rows`);
  }
  return null;
}

/** How many quotes and lists a line can be in: its signs, and the lists of the lines above in which its spaces put it. */
function countLevels(line: string): number {
  const [marks] = MARKS.exec(line.replaceAll('\t', '    ')) ?? [];
  if (marks === undefined) return 0;
  const signs = marks.match(/>|[*+-]|\d+/g)?.length ?? 0;
  // Each list is two spaces further in than the one around it; one space stands between two signs.
  const spaces = marks.replaceAll(/[^ ]/g, '').length - (signs - 1);
  return signs + Math.max(0, Math.floor(spaces / 2));
}
