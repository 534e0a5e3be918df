import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { UPLOAD_BYTES_MAX } from './schema.ts';
import { detectPictureType, validateUpload } from './uploads.rules.ts';

const blue = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#12a5a5' } });
const tail = (bytes: Buffer, text: string) => Buffer.concat([bytes, Buffer.from(text)]);
const [jpeg, png, gif] = await Promise.all([blue().jpeg().toBuffer(), blue().png().toBuffer(), blue().gif().toBuffer()]);

describe('what is taken', () => {
  test.each([
    ['a JPG', jpeg, 'image/jpeg'],
    ['a JPG by its other name', jpeg, 'image/jpg'],
    ['a PNG', png, 'image/png'],
    ['a GIF', gif, 'image/gif'],
    ['a JPG with what a phone puts behind it', tail(jpeg, 'SEFT'), 'image/jpeg'],
  ])('%s', (_, bytes, type) => expect(validateUpload(bytes, type)).toBeNull());
});

describe('what is not', () => {
  test.each([
    ['a text', Buffer.from('hello'), 'text/plain', 'not-a-picture'],
    ['a picture that says it is a program', png, 'application/octet-stream', 'not-a-picture'],
    ['nothing', Buffer.alloc(0), 'application/octet-stream', 'not-a-picture'],
    ['an empty picture', Buffer.alloc(0), 'image/png', 'not-this-kind'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 'not-this-kind'],
    ['an SVG that is named .png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'not-this-kind'],
    ['a page that is named .gif', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/gif', 'not-this-kind'],
    ['a PNG that is named .jpg', png, 'image/jpeg', 'not-this-kind'],
    ['a GIF that is named .svg', gif, 'image/svg+xml', 'not-this-kind'],
    ['a WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 '), 'image/webp', 'not-this-kind'],
    ['a TIFF', Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]), 'image/tiff', 'not-this-kind'],
    ['a HEIC', Buffer.from('\0\0\0\x18ftypheic'), 'image/heic', 'not-this-kind'],
    ['a GIF with a script behind it', tail(gif, '=1;alert(document.cookie)'), 'image/gif', 'broken'],
    ['a PNG with an archive behind it', tail(png, 'PK\x03\x04'), 'image/png', 'broken'],
    ['a PNG that breaks off', png.subarray(0, png.length - 6), 'image/png', 'broken'],
    ['a GIF that breaks off', gif.subarray(0, gif.length - 1), 'image/gif', 'broken'],
    ['a GIF of its first letters', Buffer.from('GIF89a'), 'image/gif', 'broken'],
    ['a PNG whose chunk is longer than the file', Buffer.concat([png.subarray(0, 8), Buffer.alloc(20, 0xff)]), 'image/png', 'broken'],
    ['one byte more than 2 MB', Buffer.concat([jpeg, Buffer.alloc(UPLOAD_BYTES_MAX + 1 - jpeg.length)]), 'image/jpeg', 'too-large'],
  ])('%s', (_, bytes, type, fault) => expect(validateUpload(bytes, type)).toBe(fault));
});

test('2 MB to the byte are not too large', () => {
  const whole = Buffer.concat([jpeg, Buffer.alloc(UPLOAD_BYTES_MAX - jpeg.length)]);
  expect([whole.length, validateUpload(whole, 'image/jpeg')]).toEqual([2_097_152, null]);
});

test('any bytes have an answer', () => {
  for (const head of [png.subarray(0, 8), gif.subarray(0, 13), jpeg.subarray(0, 3)]) {
    for (let round = 0; round < 300; round++) {
      const bytes = Buffer.concat([head, Buffer.from(Array.from({ length: round }, (_, at) => (at * 31 + round * 7) % 256))]);
      expect(detectPictureType(bytes)).not.toBeNull();
      expect(['broken', null]).toContain(validateUpload(bytes, detectPictureType(bytes) ?? ''));
    }
  }
});
