import { readStorage, writeStorage } from '../../../../web/storage.ts';

/** What a game may keep on this device, as JSON, in characters. */
const SAVE_MAX = 4096;

type GameSave = { best?: number; muted?: boolean; data?: unknown };

/** Only the three fields that the kit knows, each of its kind. */
function normalizeSave(given: unknown): GameSave {
  if (typeof given !== 'object' || given === null) return {};
  const { best, muted, data } = given as Record<string, unknown>;
  return {
    ...(typeof best === 'number' && Number.isFinite(best) && { best }),
    ...(typeof muted === 'boolean' && { muted }),
    ...(data !== undefined && { data }),
  };
}

/** What the game kept here last time. */
export function readSave(gameId: string): GameSave {
  try {
    return normalizeSave(JSON.parse(readStorage('saves', gameId) ?? '{}'));
  } catch {
    return {};
  }
}

/** Keeps what the game asks to keep; too much, or what is no JSON, is not kept: the game goes on without. */
export function writeSave(gameId: string, given: unknown): void {
  try {
    const text = JSON.stringify(normalizeSave(given));
    if (text.length <= SAVE_MAX) writeStorage('saves', text, gameId);
  } catch {
    // A ring of objects, say.
  }
}
