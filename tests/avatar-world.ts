import sharp from 'sharp';
import { deleteFilesJob, rerenderAvatarJob } from '../src/features/avatars/composition/service.server.ts';
import { avatarJobs } from '../src/features/avatars/jobs.server.ts';
import { PLAIN_LOOK } from '../src/features/avatars/look/schema.ts';
import type { Category } from '../src/features/market/schema.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { createWorld, type World } from './world.ts';

// Players with premium, templates and items of one colour, and the pixels of what is drawn of them.

export type Player = Extract<Actor, { kind: 'player' }>;
export const RED = { r: 255, g: 0, b: 0 };
export const GREEN = { r: 0, g: 255, b: 0 };
export const BLUE = { r: 0, g: 0, b: 255 };
export type Rgb = typeof RED;

export async function startAvatars() {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const actor: Player = { ...(await world.addPlayer()), premium: true };
  return { world, actor };
}

export const square = async (background: Rgb, size = 384) =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer();

export async function addTemplate(
  world: World,
  id: string,
  colour: Rgb,
  more: { is_premium?: boolean; is_listed?: boolean; style?: string } = {},
) {
  const picture = `templates/${id}/shipped-1.webp`;
  await world.ctx.files.put(picture, await square(colour));
  await world.ctx.db
    .insertInto('avatar_templates')
    .values({ id, name: id, style: 'ours', picture, position: id.length, ...more })
    .execute();
}

/** Gives a player an item to wear: a layer with one box of a single colour. */
export async function wear(
  world: World,
  actor: Player,
  item: { id: string; category: Category; box: [number, number, number, number]; colour: Rgb; behind?: boolean },
) {
  const [left, top, width, height] = item.box;
  const box = await sharp({ create: { width, height, channels: 3, background: item.colour } })
    .png()
    .toBuffer();
  const picture = `items/${item.id}/1/layer.webp`;
  const layer = sharp({ create: { width: 480, height: 640, channels: 4, background: '#00000000' } }).composite([{ input: box, left, top }]);
  await world.ctx.files.put(picture, await layer.webp({ lossless: true }).toBuffer());
  const { id, category } = item;
  const values = { id, name: id, category, price: 1, picture, thumb: picture, position: 1, is_behind: item.behind ?? false };
  await world.ctx.db.insertInto('items').values(values).execute();
  await world.ctx.db.insertInto('inventory').values({ player_id: actor.id, item_id: id, category, price: 1, is_worn: true }).execute();
}

export const drain = async (world: World) => {
  while ((await world.ctx.jobs.drain(world.ctx, rerenderAvatarJob, 20)) > 0);
  while ((await world.ctx.jobs.drain(world.ctx, deleteFilesJob, 20)) > 0);
};
export const addressOf = async (world: World, actor: Player) =>
  (await world.ctx.db.selectFrom('players').select('avatar_url').where('id', '=', actor.id).executeTakeFirstOrThrow()).avatar_url;
export const fileOf = (address: string | null) => (address ?? '').replace('/media/', '');

export async function pixel(world: World, address: string | null, x: number, y: number): Promise<number[]> {
  const bytes = await world.ctx.files.get(fileOf(address));
  return [
    ...(await sharp(bytes ?? Buffer.alloc(0))
      .ensureAlpha()
      .extract({ left: x, top: y, width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
}
export const near = (is: number[], { r, g, b }: Rgb) =>
  [r, g, b].every((value, at) => Math.abs((is[at] ?? -99) - value) < 40) && is[3] === 255;

/** Gives a player a look that tests know. */
export const dressPlainly = async (world: World, actor: Player, look: Partial<typeof PLAIN_LOOK> = {}) => {
  const json = JSON.stringify({ ...PLAIN_LOOK, ...look });
  await world.ctx.db
    .updateTable('avatars')
    .set({ look: json, first_look: JSON.stringify({ of: actor.id }) })
    .where('player_id', '=', actor.id)
    .execute();
};
export const rgb = (hex: string): Rgb => ({
  r: Number.parseInt(hex.slice(1, 3), 16),
  g: Number.parseInt(hex.slice(3, 5), 16),
  b: Number.parseInt(hex.slice(5, 7), 16),
});
