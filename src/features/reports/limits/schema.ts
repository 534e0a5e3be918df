// Constants that the dialog needs in the browser. They have their own file because importing them from the schema would bundle all of
// zod.

export const DESCRIPTION_MAX = 2000;

/** Reasons of spec 1, section 3, in order. */
export const GAME_REPORT_REASONS = ['inappropriate_content', 'spam', 'broken_game', 'copyright', 'other'] as const;
