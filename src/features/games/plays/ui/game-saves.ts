import { readStorage, writeStorage } from '../../../../web/storage.ts';

/** Maximum size of a game's save on this device, as JSON, in characters. */
const SAVE_MAX = 4096;

type GameSave = { best?: number; muted?: boolean; data?: unknown };

/** Keeps only the three fields that the kit knows, if they have the right type. */
function normalizeSave(given: unknown): GameSave {
  if (typeof given !== 'object' || given === null) return {};
  const { best, muted, data } = given as Record<string, unknown>;
  return {
    ...(typeof best === 'number' && Number.isFinite(best) && { best }),
    ...(typeof muted === 'boolean' && { muted }),
    ...(data !== undefined && { data }),
  };
}

/** What this game saved on this device. */
export function readSave(gameId: string): GameSave {
  try {
    return normalizeSave(JSON.parse(readStorage('saves', gameId) ?? '{}'));
  } catch {
    return {};
  }
}

/** Saves what the game asks to save. Data that is too large or cannot be converted to JSON is not saved; the game continues without it. */
export function writeSave(gameId: string, given: unknown): void {
  try {
    const text = JSON.stringify(normalizeSave(given));
    if (text.length <= SAVE_MAX) writeStorage('saves', text, gameId);
  } catch {
    // For example, a circular structure.
  }
}
