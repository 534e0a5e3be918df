import { expect, test } from 'vitest';
import {
  BLUE,
  GREEN,
  RED,
  addressOf,
  drain,
  dressPlainly,
  fileOf,
  near,
  pixel,
  rgb,
  startAvatars,
  wear,
} from '../../../../tests/avatar-world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { deleteOldRenderJob, rerenderAvatar } from '../composition/service.server.ts';
import { drawLook } from './service.server.ts';
import { PLAIN_LOOK } from '../look/schema.ts';
import { GENERATED_HEAD, urlForBody } from '../schema.ts';
import { drawTryOn, getAvatarView, updateAvatar } from '../service.server.ts';

test('parts, colours and a pose are chosen; what the form does not have stays', async () => {
  const { world, actor } = await startAvatars();
  await dressPlainly(world, actor);
  await updateAvatar(world.ctx, actor, { hair: 'bob', tops: 'hoodie', topColour: 'rose', pose: 'welcome', hats: 'none' });
  const { look, chosen } = await getAvatarView(world.ctx, actor);
  expect([look, chosen]).toEqual([{ ...PLAIN_LOOK, hair: 'bob', tops: 'hoodie', topColour: 'rose', pose: 'welcome' }, GENERATED_HEAD]);
  await drain(world);
  const first = await addressOf(world, actor);
  await updateAvatar(world.ctx, actor, { topColour: 'blue' });
  await drain(world);
  // Another look has another URL, so that browsers may keep both.
  expect(await addressOf(world, actor)).not.toBe(first);
  // The chest.
  expect(near(await pixel(world, urlForBody((await addressOf(world, actor)) ?? ''), 200, 440), rgb('#2b6cd4'))).toBe(true);
});

test('items are worn from the editor: one of a category, only one’s own', async () => {
  const { world, actor } = await startAvatars();
  await dressPlainly(world, actor);
  const box: [number, number, number, number] = [200, 60, 80, 60];
  await wear(world, actor, { id: 'red-hat', category: 'hats', box, colour: RED });
  await world.ctx.db.updateTable('inventory').set({ is_worn: false }).execute();
  await wear(world, actor, { id: 'green-hat', category: 'hats', box, colour: GREEN });
  await wear(world, await world.addPlayer().then((other) => ({ ...other, premium: true })), {
    id: 'their-hat',
    category: 'hats',
    box,
    colour: BLUE,
  });
  const worn = async () => (await getAvatarView(world.ctx, actor)).owned.filter(({ isWorn }) => isWorn).map(({ id }) => id);
  expect(await worn()).toEqual(['green-hat']);
  await updateAvatar(world.ctx, actor, { hats: ':red-hat' });
  expect(await worn()).toEqual(['red-hat']);
  await expect(updateAvatar(world.ctx, actor, { hats: ':their-hat', skin: 'cream' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(updateAvatar(world.ctx, actor, { tops: ':red-hat' })).rejects.toMatchObject({ code: 'not-found' });
  expect(await worn()).toEqual(['red-hat']);
  // What is below it is still there when it is taken off.
  await updateAvatar(world.ctx, actor, { hats: 'cap' });
  expect([await worn(), (await getAvatarView(world.ctx, actor)).look]).toEqual([[], { ...PLAIN_LOOK, hats: 'cap' }]);
});

test('an item is tried on before it is bought: on offer or one’s own, for nobody else', async () => {
  const { world, actor } = await startAvatars();
  const box: [number, number, number, number] = [200, 60, 80, 60];
  await wear(world, actor, { id: 'red-hat', category: 'hats', box, colour: RED });
  const other = await world.addPlayer();
  expect(await drawTryOn(world.ctx, other, 'red-hat')).toContain('<image href="data:image/png;base64,');
  await world.ctx.db.updateTable('items').set({ is_listed: false }).execute();
  expect(await drawTryOn(world.ctx, actor, 'red-hat')).toContain('<image');
  await expect(drawTryOn(world.ctx, other, 'red-hat')).rejects.toMatchObject({ code: 'not-found' });
  await expect(drawTryOn(world.ctx, other, '../red-hat')).rejects.toMatchObject({ code: 'not-found' });
  await expect(drawTryOn(world.ctx, VISITOR, 'red-hat')).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('what was worn by the former figures is worn by the new ones, in its layers', async () => {
  const { world, actor } = await startAvatars();
  await dressPlainly(world, actor, { hair: 'bald' });
  // Layers of the former canvas, 480 x 640.
  await wear(world, actor, { id: 'red-hat', category: 'hats', box: [200, 60, 80, 60], colour: RED });
  await wear(world, actor, { id: 'green-face', category: 'faces', box: [200, 100, 80, 60], colour: GREEN });
  await wear(world, actor, { id: 'green-wings', category: 'accessories', box: [0, 150, 480, 40], colour: GREEN, behind: true });
  await wear(world, actor, { id: 'red-shirt', category: 'shirts', box: [180, 400, 120, 60], colour: RED });
  await rerenderAvatar(world.ctx, actor.id);
  const address = await addressOf(world, actor);
  const figure = urlForBody(address ?? '');
  const onHead = (x: number, y: number) => [Math.round(45.6 + x * 0.81), Math.round(65.6 + y * 0.81)] as const;
  // The hat is above the face item, the face item above the head, the wings behind everything, the shirt above the body.
  expect(near(await pixel(world, figure, ...onHead(240, 110)), RED)).toBe(true);
  expect(near(await pixel(world, figure, ...onHead(240, 140)), GREEN)).toBe(true);
  expect(near(await pixel(world, figure, 20, 204), GREEN)).toBe(true);
  expect(near(await pixel(world, figure, 240, 204), GREEN)).toBe(false);
  expect(near(await pixel(world, figure, 240, 464), RED)).toBe(true);
  // In the round picture too: a square of 170 units from (35,43), 192 pixels wide.
  const small = (x: number, y: number) => [Math.round((x / 2 - 35) * (192 / 170)), Math.round((y / 2 - 43) * (192 / 170))] as const;
  expect(near(await pixel(world, address, ...small(...onHead(240, 110))), RED)).toBe(true);
});

test('an item that comes with the site is drawn from its part, and replaces what is below it', async () => {
  const { world, actor } = await startAvatars();
  await dressPlainly(world, actor, { hats: 'crown', hair: 'afro-big', pose: 'relaxed' });
  await wear(world, actor, { id: 'street-cap', category: 'hats', box: [0, 0, 9, 9], colour: RED });
  await world.ctx.db.updateTable('items').set({ picture: 'items/street-cap/shipped-1/layer.webp' }).execute();
  const { whole } = await drawLook(world.ctx, { ...PLAIN_LOOK, hats: 'crown', hair: 'afro-big' }, [
    { id: 'street-cap', picture: 'items/street-cap/shipped-1/layer.webp', category: 'hats', isBehind: false },
  ]);
  expect([whole.includes('#1f6fd0'), whole.includes('<image')]).toEqual([true, false]);
  await rerenderAvatar(world.ctx, actor.id);
  // The cap's front, left of its star.
  expect(near(await pixel(world, urlForBody((await addressOf(world, actor)) ?? ''), 196, 130), rgb('#1f6fd0'))).toBe(true);
});

test('taken off again it is the figure as before; the former drawing stays a day', async () => {
  const { world, actor } = await startAvatars();
  await dressPlainly(world, actor);
  await rerenderAvatar(world.ctx, actor.id);
  const bare = await addressOf(world, actor);
  await wear(world, actor, { id: 'red-hat', category: 'hats', box: [200, 60, 80, 60], colour: RED });
  await rerenderAvatar(world.ctx, actor.id);
  const address = await addressOf(world, actor);
  expect(near(await pixel(world, urlForBody(address ?? ''), 240, 138), RED)).toBe(true);
  await world.ctx.db.updateTable('inventory').set({ is_worn: false }).execute();
  await rerenderAvatar(world.ctx, actor.id);
  expect(await addressOf(world, actor)).toBe(bare);
  // Not due yet: pages that were opened before still show it.
  expect(await world.ctx.jobs.drain(world.ctx, deleteOldRenderJob, 10)).toBe(0);
  expect(await world.ctx.files.has(fileOf(address))).toBe(true);
  const drawing = fileOf(address).split('/')[2] ?? '';
  await deleteOldRenderJob.run(world.ctx, { playerId: actor.id, drawing });
  expect(await world.ctx.files.has(fileOf(address))).toBe(false);
  // If the item is put on again within the day, the drawing is the same and is not deleted.
  await world.ctx.db.updateTable('inventory').set({ is_worn: true }).execute();
  await rerenderAvatar(world.ctx, actor.id);
  expect(await addressOf(world, actor)).toBe(address);
  await deleteOldRenderJob.run(world.ctx, { playerId: actor.id, drawing });
  expect(await world.ctx.files.has(fileOf(address))).toBe(true);
});
