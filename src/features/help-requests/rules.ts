import lines from '../../../content/help-lines.json' with { type: 'json' };
import type { RateLimit } from '../../shared/rate-limit.ts';
import { HELP_KINDS, type HelpSigns } from '../safety/filter/schema.ts';
import { HELP_WORDS_MAX, type HelpLine, type HelpRequestKind } from './schema.ts';

/** The help lines, that of our country first. Operators edit the file. */
export const HELP_LINES: readonly HelpLine[] = lines;

// Neither of these two limits is an offence, so no log says that it was exceeded (`hasOwnEvent`): the security log would tell who asks for help.

/** The card comes once a day by itself for each kind of help, not with each message. */
export const HELP_CARD_LIMIT: RateLimit = { name: 'help-card', points: 1, seconds: 86_400, hasOwnEvent: true };
/** How often a player can press the button in a day. What comes while a request is open is added to it. */
export const HELP_ASKS_PER_DAY: RateLimit = { name: 'help-asks', points: 20, seconds: 86_400, hasOwnEvent: true };

/**
 * How many refused texts of a player are read for a call for help in a minute: more than a child writes in need. Whatever refused them limits
 * nothing, and reading takes time of the processor. It counts all of them, so it says of nobody that they asked for help.
 */
export const REFUSED_TEXTS_PER_MINUTE: RateLimit = { name: 'refused-texts', points: 20, seconds: 60 };

/** The most urgent first: a request that grows takes the more urgent kind, and moderators see them in this order. */
export const KINDS_BY_URGENCY: readonly HelpRequestKind[] = [...HELP_KINDS, 'unknown'];

/** Whether a text alone tells our team: only where a child is harmed. Whoever is sad decides alone whether we are told. */
export function notifiesTeam({ kinds }: HelpSigns): boolean {
  return kinds.includes('abuse');
}

/** The more urgent of two kinds. */
export function moreUrgent(one: HelpRequestKind, other: HelpRequestKind): HelpRequestKind {
  return KINDS_BY_URGENCY.indexOf(one) <= KINDS_BY_URGENCY.indexOf(other) ? one : other;
}

/** What a request keeps of its first words where not all fit: why it was made. The rest is for the newest, of which one text fits whole. */
const FIRST_WORDS_MAX = 900;
/** Stands where words are left out. */
const LEFT_OUT = '\n[…]\n';

/** The most characters that are read and kept of one text: as many as fit whole into a request that has others already. */
const READABLE_MAX = HELP_WORDS_MAX - FIRST_WORDS_MAX - LEFT_OUT.length;

/**
 * A text as it was typed, as it can be read and kept: without what no database takes, and not too long. Of a long one the beginning and the end
 * stay, because a cry for help stands at either. For a text that no form has taken.
 * @param max the most characters of the result
 */
export function toReadableText(typed: string, max = READABLE_MAX): string {
  const text = typed.replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
  if (text.length <= max) return text.toWellFormed();
  const half = Math.floor((max - LEFT_OUT.length) / 2);
  return `${text.slice(0, half)}${LEFT_OUT}${text.slice(-half)}`.toWellFormed();
}

/** The words of a request with further ones, without repeating a text. Where they do not fit, those in the middle are left out. */
export function addWords(words: string, more: string): string {
  if (more === '' || `\n${words}\n`.includes(`\n${more}\n`)) return words;
  const all = words === '' ? more : `${words}\n${more}`;
  if (all.length <= HELP_WORDS_MAX) return all;
  const newest = all.slice(all.length - READABLE_MAX);
  return `${all.slice(0, FIRST_WORDS_MAX)}${LEFT_OUT}${newest}`.toWellFormed();
}
