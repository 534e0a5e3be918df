import { expect, test } from 'vitest';
import { loadNextPage } from './load-next-page.ts';

const FAILED = { page: undefined };
const ask = (address: string, serverLoader: () => Promise<{ page: string[] }>) =>
  loadNextPage({ request: new Request(`http://localhost:3000${address}`), serverLoader }, FAILED);
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

test('what comes is given on, from the start or further on', async () => {
  for (const address of ['/list', '/list?after=c1']) expect(await ask(address, async () => ({ page: ['a'] }))).toEqual({ page: ['a'] });
});

test('a further page that is lost counts as not loaded; a first one is a fault', async () => {
  expect(await ask('/list?state=open&after=c1', lost)).toBe(FAILED);
  await expect(ask('/list?state=open', lost)).rejects.toThrow('Failed to fetch');
});

test('what the server answered is passed on, also for a further page', async () => {
  const refused = new Response(null, { status: 403 });
  await expect(ask('/list?after=c1', () => Promise.reject(refused))).rejects.toBe(refused);
});
