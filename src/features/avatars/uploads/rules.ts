import { UPLOAD_BYTES_MAX, UPLOAD_TYPES, type AvatarErrorCode } from '../schema.ts';

/** A day's pictures of one player, the refused ones too: each costs time to read. */
export const UPLOAD_RATE_LIMIT = { name: 'avatar upload', points: 10, seconds: 86_400 };
/** What a form adds around a picture. */
export const FORM_OVERHEAD_BYTES = 8 * 1024;

type PictureType = (typeof UPLOAD_TYPES)[number];

/**
 * What is wrong with a picture before it is opened, or null. Its kind is what its bytes say; where the browser, by the ending of its
 * name, says another, one of both is wrong. @param type what the browser says
 */
export function validateUpload(bytes: Uint8Array, type: string): AvatarErrorCode | null {
  if (!type.startsWith('image/')) return 'not-a-picture';
  if (bytes.length > UPLOAD_BYTES_MAX) return 'too-large';
  const detectedType = detectPictureType(bytes);
  if (detectedType === null || type.replace('image/jpg', 'image/jpeg') !== detectedType) return 'not-this-kind';
  return hasNoTrailingData(bytes, detectedType) ? null : 'broken';
}

/** The kind of a picture by its first bytes, of those that we take. */
export function detectPictureType(bytes: Uint8Array): PictureType | null {
  const starts = (...values: number[]) => values.every((value, at) => bytes[at] === value);
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0x47, 0x49, 0x46, 0x38) && (bytes[4] === 0x37 || bytes[4] === 0x39) && bytes[5] === 0x61) return 'image/gif';
  return null;
}

/**
 * Whether a file is over where its picture is over: what follows is no picture (a script, an archive), or the picture is not whole.
 * Phones put things of their own behind a JPEG, so there nothing is asked; none of it is ever kept.
 */
function hasNoTrailingData(bytes: Uint8Array, kind: PictureType): boolean {
  if (kind === 'image/png') return findPngEnd(bytes) === bytes.length;
  if (kind === 'image/gif') return findGifEnd(bytes) === bytes.length;
  return true;
}

/** Where the last chunk of a PNG ends, or null where it has none. */
function findPngEnd(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let offset = 8; offset + 12 <= bytes.length;) {
    const length = view.getUint32(offset);
    const isEnd = view.getUint32(offset + 4) === 0x49454e44;
    offset += 12 + length;
    if (isEnd) return offset;
  }
  return null;
}

/** Where the trailer of a GIF ends, or null where it has none. */
function findGifEnd(bytes: Uint8Array): number | null {
  // Three bytes for each colour of a table, two to the power of its field plus one.
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let offset = 13 + table(bytes[10] ?? 0);
  while (offset < bytes.length) {
    const block = bytes[offset];
    if (block === 0x3b) return offset + 1;
    if (block === 0x21) offset += 2;
    else if (block === 0x2c) offset += 10 + table(bytes[offset + 9] ?? 0) + 1;
    else return null;
    // Pieces, each after its own length, up to an empty one.
    while (offset < bytes.length && bytes[offset] !== 0) offset += (bytes[offset] ?? 0) + 1;
    offset++;
  }
  return null;
}

/** Where an uploaded picture lies. It is never served as a file: only to who may see it. */
export function uploadPath(playerId: string, id: string): string {
  return `uploads/${playerId}/${id}.webp`;
}
