import { expect, test } from 'vitest';
import { serveSite } from '../../tests/served-site.ts';
import { createWorld } from '../../tests/world.ts';
import { gamesOriginApp } from './games-origin.ts';

test('in production every response asks for https alone, refusals and games too; in demo mode none does', async () => {
  const pages = () => Promise.reject(new Error('no page was asked for'));
  /** The header of a game's file, of a refusal by a limit, of one in an overload, and of a wrong address. */
  const ask = async (mode: 'demo' | 'production') => {
    const world = await createWorld({ API_RATE: '1', OVERLOAD_DELAY: '100' });
    const ctx = { ...world.ctx, config: { ...world.ctx.config, mode } };
    const here = await serveSite({ ctx, pages, assets: null, loopDelayMs: () => 100 });
    const answers = [await gamesOriginApp(ctx, new Map()).request('/games/one/0/index.html')];
    for (const path of ['/api/v1/genres', '/api/v1/genres', '/', '/%'])
      answers.push(await fetch(here + path, { headers: { accept: 'text/html' } }));
    return answers.map(({ status, headers }) => [status, headers.get('strict-transport-security')]);
  };
  const always = 'max-age=31536000; includeSubDomains';
  const statuses = [404, 503, 429, 503, 400];
  expect(await ask('production')).toEqual(statuses.map((status) => [status, always]));
  expect(await ask('demo')).toEqual(statuses.map((status) => [status, null]));
});
