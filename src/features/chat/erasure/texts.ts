/** Replaces the messages of an erased player in a reported chat. */
export const erasedText = '(written by a player who left)';
