// What the dialog needs in the browser, in a file of its own: from beside the schema it would bring all of zod with it.

export const DESCRIPTION_MAX = 2000;

/** Reasons of spec 1, section 3, in their order. */
export const GAME_REPORT_REASONS = ['inappropriate_content', 'spam', 'broken_game', 'copyright', 'other'] as const;
