import { canSaveAs } from '../../../../web/save-owner.ts';
import { readStorage, writeStorage } from '../../../../web/storage.ts';
import { isEmpty, NO_SAVE, toBest, type DeviceSave } from '../rules.ts';
import { SAVE_BYTES_MAX } from '../schema.ts';

/** What is stored besides the game's own data takes less than this, in characters. */
const REST_CHARACTERS = 1024;

/**
 * What this game saved on this device for this owner (web/save-owner.ts). What was saved before saves had owners becomes that of who opens
 * the game first.
 */
export function readDeviceSave(owner: string, gameId: string): DeviceSave {
  const former = readStorage('saves', gameId);
  if (former !== null) {
    if (readStorage('saves', `${owner}:${gameId}`) === null) writeStorage('saves', former, `${owner}:${gameId}`);
    writeStorage('saves', null, gameId);
  }
  return parse(readStorage('saves', `${owner}:${gameId}`) ?? '');
}

/** Keeps a save on this device, unless its owner signed out meanwhile. */
export function writeDeviceSave(owner: string, gameId: string, save: DeviceSave): void {
  const { best, isMuted, data, isLowerBetter, savedAt, begunAt, revision, isUnsent, isChosen, left } = save;
  const stored = {
    ...(best !== null && { best }),
    ...(isMuted !== null && { muted: isMuted }),
    ...(data !== undefined && { data }),
    ...(isLowerBetter !== null && { lower: isLowerBetter }),
    ...(left !== null && { left }),
    at: savedAt,
    begun: begunAt,
    revision,
    unsent: isUnsent,
    chosen: isChosen,
  };
  if (canSaveAs(owner)) writeStorage('saves', JSON.stringify(stored), `${owner}:${gameId}`);
}

/**
 * The player deleted what this game saved. Whether the sound is on stays, and which visitor's save is not theirs: it would be taken over next.
 */
export function forgetDeviceSave(owner: string, gameId: string): void {
  const { isMuted, left } = readDeviceSave(owner, gameId);
  writeDeviceSave(owner, gameId, { ...NO_SAVE, isMuted, left });
}

/** Removes what this game saved here for this owner. */
export function removeDeviceSave(owner: string, gameId: string): void {
  writeStorage('saves', null, `${owner}:${gameId}`);
}

function parse(text: string): DeviceSave {
  if (text === '' || text.length > SAVE_BYTES_MAX + REST_CHARACTERS) return NO_SAVE;
  try {
    const stored = JSON.parse(text) as Record<string, unknown> | null;
    const { best, muted, data, lower, at, begun, revision, unsent, chosen, left } = stored ?? {};
    const save: DeviceSave = {
      best: toBest(best),
      isLowerBetter: typeof lower === 'boolean' ? lower : null,
      isMuted: typeof muted === 'boolean' ? muted : null,
      data,
      savedAt: toNumber(at),
      begunAt: toNumber(begun),
      revision: toNumber(revision),
      isUnsent: unsent === true,
      isChosen: chosen === true,
      left: typeof left === 'string' ? left : null,
    };
    // Before the server kept saves, nothing said so.
    return unsent === undefined ? { ...save, isUnsent: !isEmpty(save) } : save;
  } catch {
    return NO_SAVE;
  }
}

function toNumber(given: unknown): number {
  return typeof given === 'number' && Number.isSafeInteger(given) && given >= 0 ? given : 0;
}
