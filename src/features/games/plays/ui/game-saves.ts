import { canSaveAs } from '../../../../web/save-owner.ts';
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

/**
 * What this game saved on this device for this owner (web/save-owner.ts). What was saved before saves had owners becomes that of who opens
 * the game first.
 */
export function readSave(owner: string, gameId: string): GameSave {
  try {
    const former = readStorage('saves', gameId);
    if (former !== null) {
      if (readStorage('saves', `${owner}:${gameId}`) === null) writeStorage('saves', former, `${owner}:${gameId}`);
      writeStorage('saves', null, gameId);
    }
    return normalizeSave(JSON.parse(readStorage('saves', `${owner}:${gameId}`) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Saves what the game asks to save, for this owner, unless they signed out meanwhile. Data that is too large or cannot be converted to JSON
 * is not saved; the game continues without it.
 */
export function writeSave(owner: string, gameId: string, given: unknown): void {
  try {
    const text = JSON.stringify(normalizeSave(given));
    if (text.length <= SAVE_MAX && canSaveAs(owner)) writeStorage('saves', text, `${owner}:${gameId}`);
  } catch {
    // For example, a circular structure.
  }
}
