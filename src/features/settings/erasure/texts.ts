/** Stands in a reported chat for what somebody wrote who left. */
export const erasedText = '(written by a player who left)';
