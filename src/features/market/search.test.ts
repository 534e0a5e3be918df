import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { parseItemFilters } from './schema.ts';
import { listItems } from './service.server.ts';

test('search forgives slips, looks inside words, and knows the words that children use', async () => {
  const world = await createWorld();
  const names = [
    'Lamu Kofia',
    'Golden Crown',
    'Street Cap',
    'Football',
    'Headphones',
    'Hoodie',
    'School Satchel',
    'Cool Shades',
    'Star Tee',
  ];
  for (const [position, name] of names.entries()) {
    const id = name.toLowerCase().replaceAll(' ', '-');
    const pictures = { picture: `items/${id}/00000000/layer.webp`, thumb: `items/${id}/00000000/thumb.webp` };
    const category = name === 'Star Tee' ? ('shirts' as const) : ('gear' as const);
    await world.ctx.db
      .insertInto('items')
      .values({ id, name, category, price: 10, position, ...pictures })
      .execute();
  }
  const expected: Record<string, string[]> = {
    hoodei: ['hoodie'],
    fotball: ['football'],
    headfones: ['headphones'],
    phone: ['headphones'],
    ool: ['school-satchel', 'cool-shades'],
    miwani: ['cool-shades'],
    miwnai: ['cool-shades'],
    mpira: ['football'],
    mipira: ['football'],
    begi: ['school-satchel'],
    mabegi: ['school-satchel'],
    taji: ['golden-crown'],
    crowns: ['golden-crown'],
    shati: ['star-tee'],
    'kofia nzuri': ['lamu-kofia', 'golden-crown', 'street-cap'],
    'the football game': ['football'],
    'golden zebra': ['golden-crown'],
    zebra: [],
  };
  const results: Record<string, string[]> = {};
  for (const query of Object.keys(expected)) {
    const filters = parseItemFilters(new URLSearchParams({ q: query }));
    results[query] = (await listItems(world.ctx, VISITOR, filters, null)).items.map(({ id }) => id);
  }
  expect(results).toEqual(expected);
});
