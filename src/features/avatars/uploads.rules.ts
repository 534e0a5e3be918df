import { UPLOAD_BYTES_MAX, UPLOAD_TYPES, type AvatarErrorCode } from './schema.ts';

/** Uploads per player and day, including refused ones: each costs time to decode. */
export const UPLOAD_RATE_LIMIT = { name: 'avatar upload', points: 10, seconds: 86_400 };
/** How many bytes a form adds around a picture. */
export const FORM_OVERHEAD_BYTES = 8 * 1024;

type PictureType = (typeof UPLOAD_TYPES)[number];

/**
 * What is wrong with a picture before it is decoded, or null. Its type is detected from its bytes. If the browser, which goes by the file
 * extension, says another type, the picture is rejected.
 * @param type the MIME type that the browser sends
 */
export function validateUpload(bytes: Uint8Array, type: string): AvatarErrorCode | null {
  if (!type.startsWith('image/')) return 'not-a-picture';
  if (bytes.length > UPLOAD_BYTES_MAX) return 'too-large';
  const detectedType = detectPictureType(bytes);
  if (detectedType === null || type.replace('image/jpg', 'image/jpeg') !== detectedType) return 'not-this-kind';
  return hasNoTrailingData(bytes, detectedType) ? null : 'broken';
}

/** The type of a picture by its first bytes, or null if we do not accept it. */
export function detectPictureType(bytes: Uint8Array): PictureType | null {
  const starts = (...values: number[]) => values.every((value, at) => bytes[at] === value);
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0x47, 0x49, 0x46, 0x38) && (bytes[4] === 0x37 || bytes[4] === 0x39) && bytes[5] === 0x61) return 'image/gif';
  return null;
}

/**
 * Whether the file ends where its picture ends. If not, other data follows (a script, an archive), or the picture is truncated.
 * Phones append their own data to a JPEG, so JPEGs are not checked; none of that data is ever stored.
 */
function hasNoTrailingData(bytes: Uint8Array, kind: PictureType): boolean {
  if (kind === 'image/png') return findPngEnd(bytes) === bytes.length;
  if (kind === 'image/gif') return findGifEnd(bytes) === bytes.length;
  return true;
}

/** Where the last chunk of a PNG ends, or null if there is none. */
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

/** Where the trailer of a GIF ends, or null if there is none. */
function findGifEnd(bytes: Uint8Array): number | null {
  // A colour table has three bytes per colour, and 2 to the power of (its field + 1) colours.
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let offset = 13 + table(bytes[10] ?? 0);
  while (offset < bytes.length) {
    const block = bytes[offset];
    if (block === 0x3b) return offset + 1;
    if (block === 0x21) offset += 2;
    else if (block === 0x2c) offset += 10 + table(bytes[offset + 9] ?? 0) + 1;
    else return null;
    // Sub-blocks, each preceded by its length, up to an empty one.
    while (offset < bytes.length && bytes[offset] !== 0) offset += (bytes[offset] ?? 0) + 1;
    offset++;
  }
  return null;
}

/** The path of an uploaded picture. It is never served as a static file, only to those who may see it. */
export function uploadPath(playerId: string, id: string): string {
  return `uploads/${playerId}/${id}.webp`;
}
