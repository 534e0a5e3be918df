/** What a game may keep on this device, as JSON, in characters. */
const SAVE_MAX = 4096;

type Save = { best?: number; muted?: boolean; data?: unknown };

const keyOf = (gameId: string) => `kiddo-game:${gameId}`;

/** Only the three fields that the kit knows, each of its kind. */
function tidy(given: unknown): Save {
  if (typeof given !== 'object' || given === null) return {};
  const { best, muted, data } = given as Record<string, unknown>;
  return {
    ...(typeof best === 'number' && Number.isFinite(best) && { best }),
    ...(typeof muted === 'boolean' && { muted }),
    ...(data !== undefined && { data }),
  };
}

/** What the game kept here last time. */
export function readSave(gameId: string): Save {
  try {
    return tidy(JSON.parse(localStorage.getItem(keyOf(gameId)) ?? '{}'));
  } catch {
    return {};
  }
}

/** Keeps what the game asks to keep; too much, or with the store closed, nothing. */
export function writeSave(gameId: string, given: unknown): void {
  try {
    const text = JSON.stringify(tidy(given));
    if (text.length <= SAVE_MAX) localStorage.setItem(keyOf(gameId), text);
  } catch {
    // A private window, or a full store: the game goes on without.
  }
}
