import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from './friends.ts';
import { query } from './players.ts';

// Uploaded pictures, and how they are displayed.

export type Colour = { r: number; g: number; b: number };
export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp';

const NAMES: Record<ImageFormat, string> = { png: 'mine.png', jpeg: 'mine.jpg', gif: 'mine.gif', webp: 'mine.webp' };

/** A picture of one colour, as a file for an upload. */
export async function createPlainImage(
  kind: ImageFormat,
  { r, g, b }: Colour,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const made = sharp({ create: { width: 96, height: 96, channels: 3, background: { r, g, b } } });
  return { name: NAMES[kind], mimeType: `image/${kind}`, buffer: await made.toFormat(kind).toBuffer() };
}

/** A layer of the figure: a block of one colour in the place of a hat, transparent elsewhere. */
export async function createPlainLayer({ r, g, b }: Colour): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const block = await sharp({ create: { width: 200, height: 80, channels: 4, background: { r, g, b, alpha: 1 } } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width: 480, height: 720, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: block, left: 140, top: 40 }])
    .png()
    .toBuffer();
  return { name: 'hat.png', mimeType: 'image/png', buffer };
}

/** Whether the middle of a picture has about this colour. */
export async function hasCenterColor(request: APIRequestContext, address: string, { r, g, b }: Colour): Promise<boolean> {
  const answer = await request.get(address);
  if (!answer.ok()) return false;
  const { data, info } = await sharp(await answer.body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [r, g, b].every((want, channel) => Math.abs((data[at + channel] ?? 0) - want) <= 24);
}

/** The user's own picture, which is on every page: in the top bar, or in the tab bar on a phone. */
export const ownAvatar = (page: Page): Locator => page.locator('.account-menu summary img:visible').first();

/** Waits for a picture. @returns its URL */
export async function waitForSource(image: Locator): Promise<string> {
  await expect(image).toBeVisible();
  return (await image.getAttribute('src')) ?? '';
}

/** A picture that the site rendered for a player. */
export const RENDERED_FACE = /^\/media\/avatars\/[0-9a-f-]{36}\/[0-9a-f]{32}\/face\.webp$/;
/** Everybody's initial picture. */
export const DEFAULT_FACE = /^\/avatars\/of\/2\/[0-9a-f]{8}\.svg$/;

/** Gives kiddocash as if the player had bought it. */
export async function giveKiddocash(playerId: string, amount: number, dataDir?: string): Promise<void> {
  await query(
    `with now_has as (
       insert into wallets (player_id, balance) values ($1, $2)
       on conflict (player_id) do update set balance = wallets.balance + excluded.balance returning balance)
     insert into ledger (id, player_id, amount, balance, source, source_ref) select gen_random_uuid(), $1, $2, balance, 'pack', $3 from now_has`,
    [playerId, amount, `test ${randomUUID()}`],
    dataDir,
  );
}
