import { isTooDeep, toBest, type DeviceSave } from '../rules.ts';
import { SAVE_BYTES_MAX, type SaveRefusal } from '../schema.ts';

/** What a game asks to save. `refusal`: its data cannot be kept; then the rest is kept, with the data from before. */
export type SaveMessage = Pick<DeviceSave, 'best' | 'isMuted' | 'isLowerBetter'> & { data: unknown; refusal: SaveRefusal | null };

/** Reads the message with which a game saves. Games are code of other people: what is of the wrong type counts as absent. */
export function parseSaveMessage(message: object): SaveMessage {
  const { data: given, lowerIsBetter } = message as Record<string, unknown>;
  const { best, muted, data } = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  return {
    best: toBest(best),
    isMuted: typeof muted === 'boolean' ? muted : null,
    isLowerBetter: typeof lowerIsBetter === 'boolean' ? lowerIsBetter : null,
    data,
    refusal: getRefusal(data),
  };
}

function getRefusal(data: unknown): SaveRefusal | null {
  if (data === undefined || data === null) return null;
  if (!isCountable(data)) return 'too-large';
  try {
    const text = JSON.stringify(data) as string | undefined;
    if (text === undefined || isTooDeep(text)) return 'not-json';
    return new TextEncoder().encode(text).length > SAVE_BYTES_MAX ? 'too-large' : null;
  } catch {
    // Such as a ring of objects.
    return 'not-json';
  }
}

/**
 * Whether something may fit: it looks at no more of it than could. So a save of many megabytes costs nothing, and is never turned into a text.
 */
function isCountable(data: unknown): boolean {
  let left = SAVE_BYTES_MAX;
  const open: unknown[] = [data];
  while (open.length > 0) {
    const each = open.pop();
    left -= typeof each === 'string' ? each.length + 2 : 1;
    if (left < 0) return false;
    if (ArrayBuffer.isView(each) || each instanceof ArrayBuffer) left -= each.byteLength;
    else if (Array.isArray(each)) {
      if (each.length > left) return false;
      open.push(...each);
    } else if (typeof each === 'object' && each !== null)
      for (const name in each) {
        left -= name.length + 3;
        if (left < 0) return false;
        open.push((each as Record<string, unknown>)[name]);
      }
  }
  return left >= 0;
}
