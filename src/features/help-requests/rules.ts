import lines from '../../../content/help-lines.json' with { type: 'json' };
import type { RateLimit } from '../../shared/rate-limit.ts';
import type { HelpSigns } from '../safety/filter/schema.ts';
import { HELP_WORDS_MAX, type HelpLine, type HelpRequestKind } from './schema.ts';

/** The help lines, that of our country first. Operators edit the file. */
export const HELP_LINES: readonly HelpLine[] = lines;

/** The card comes once a day by itself for each kind of help, not with each message. Its limit is no offence, so it is in no log. */
export const HELP_CARD_LIMIT: RateLimit = { name: 'help-card', points: 1, seconds: 86_400, hasOwnEvent: true };
/** How often a player can press the button in a day. What comes while a request is open is added to it. */
export const HELP_ASKS_PER_DAY: RateLimit = { name: 'help-asks', points: 20, seconds: 86_400 };

/** The most urgent first: a request that grows takes the more urgent kind, and moderators see them in this order. */
export const KINDS_BY_URGENCY: readonly HelpRequestKind[] = ['abuse', 'self-harm', 'distress', 'unknown'];

/** Whether a text alone tells our team: only where a child is harmed. Whoever is sad decides alone whether we are told. */
export function notifiesTeam({ kinds }: HelpSigns): boolean {
  return kinds.includes('abuse');
}

/** The more urgent of two kinds. */
export function moreUrgent(one: HelpRequestKind, other: HelpRequestKind): HelpRequestKind {
  return KINDS_BY_URGENCY.indexOf(one) <= KINDS_BY_URGENCY.indexOf(other) ? one : other;
}

/** The words of a request with further ones, without repeating them; the end of what does not fit is left out. */
export function addWords(words: string, more: string): string {
  if (more === '' || words.includes(more)) return words.slice(0, HELP_WORDS_MAX);
  return (words === '' ? more : `${words}\n${more}`).slice(0, HELP_WORDS_MAX).toWellFormed();
}
