import type { ActionResult } from '../../shared/action-result.ts';
import type { HelpKind } from '../safety/filter/schema.ts';

/** The page with the help lines and the button that tells our team. */
export const GET_HELP_PATH = '/get-help';
/** Where scripts send the button's form. Without them it goes to the page. */
export const TELL_TEAM_PATH = '/get-help/team';

/** Maximum length of what a player types into the field of the page. What a card sends may be longer. */
export const HELP_TEXT_MAX = 2000;
/** Maximum length of all that a request keeps: its first words, and a letter of the contact page, the longest text that can make one. */
export const HELP_WORDS_MAX = 6000;

/** Why somebody asks for help; 'unknown': they pressed the button, and what they wrote does not say why. */
export type HelpRequestKind = HelpKind | 'unknown';

/** A phone line for children, free to call, and the number of the police in that country. */
export type HelpLine = { country: string; name: string; number: string; emergency: string };

/**
 * What a child sees who asks for help. `isTeamNotified`: our team has been told, because a child is harmed. `words`: what they wrote, which the
 * button sends. The first line is that of our country.
 */
export type HelpCardView = { isTeamNotified: boolean; words: string; lines: readonly HelpLine[] };

/** The data of the page. `first`: what the viewer has to do before they can ask our team; null: they can ask. */
export type GetHelpView = { first: 'sign-in' | 'keep-account' | 'say-age' | null; lines: readonly HelpLine[] };

/** Result of the button. */
export type AskForHelpResult = ActionResult;
