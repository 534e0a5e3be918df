/** How a run of a game ended, in the game's own words. */
export type GameResult = { score: string; best: string; text: string; won: boolean; record: boolean };

/** The longest text that is shown of what a game says, in characters. */
const TEXT_MAX = 120;

/** Reads the message of a game whose run is over. Games are code of other people: whatever is no text counts as empty. */
export function parseGameResult(message: object): GameResult {
  const { score, best, text, won, record } = message as Record<string, unknown>;
  const toText = (value: unknown) => (typeof value === 'string' ? value.slice(0, TEXT_MAX) : '');
  return { score: toText(score), best: toText(best), text: toText(text), won: won === true, record: record === true };
}
