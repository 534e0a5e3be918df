import sharp from 'sharp';
import { expect } from 'vitest';
import type { HttpClient } from './http-client.ts';

// Uploaded pictures, and how they are processed.

export type ImageFormat = 'png' | 'jpeg' | 'gif';
type Colour = { r: number; g: number; b: number };

export const MAROON: Colour = { r: 150, g: 20, b: 60 };

/** A picture of one colour, as a file for an upload. @param more bytes appended to the file */
export async function createPlainImage(kind: ImageFormat, background = MAROON, more = Buffer.alloc(0)): Promise<File> {
  const made = sharp({ create: { width: 96, height: 96, channels: 3, background } });
  return toFile(`mine.${kind}`, `image/${kind}`, Buffer.concat([await made.toFormat(kind).toBuffer(), more]));
}

export const toFile = (name: string, type: string, content: Buffer | string) =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type });

/** Expects that a picture exists and that its center has about this colour. */
export async function expectCenterColor(person: HttpClient, address: string, { r, g, b }: Colour): Promise<void> {
  const answer = await person.get(address);
  expect([answer.status, answer.headers.get('content-type')], address).toEqual([200, 'image/webp']);
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  for (const [channel, want] of [r, g, b].entries()) expect(Math.abs((data[at + channel] ?? 0) - want), address).toBeLessThanOrEqual(24);
}
