/** Maximum length of a note in the audit log. */
export const NOTE_MAX = 1000;

/** A note as it is stored, or null if it is too short, too long or not valid text. */
export function parseNote(text: string): string | null {
  const note = text.replaceAll('\r\n', '\n').trim();
  const isValid = note.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(note);
  return isValid && note.length >= 3 && note.length <= NOTE_MAX ? note : null;
}
