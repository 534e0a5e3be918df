import sharp from 'sharp';
import { expect } from 'vitest';
import type { HttpClient } from './http-client.ts';

// Pictures that people bring, and what comes of them.

export type ImageFormat = 'png' | 'jpeg' | 'gif';
type Colour = { r: number; g: number; b: number };

export const MAROON: Colour = { r: 150, g: 20, b: 60 };

/** A picture of one colour, as a file to be chosen. @param more what lies behind it in the file */
export async function createPlainImage(kind: ImageFormat, background = MAROON, more = Buffer.alloc(0)): Promise<File> {
  const made = sharp({ create: { width: 96, height: 96, channels: 3, background } });
  return toFile(`mine.${kind}`, `image/${kind}`, Buffer.concat([await made.toFormat(kind).toBuffer(), more]));
}

export const toFile = (name: string, type: string, content: Buffer | string) =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type });

/** A picture is there, and its middle is about this colour. */
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
