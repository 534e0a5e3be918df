import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { open } from './page.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite } from './site.ts';

// Which styles a page loads. Their sizes are the same on every machine.

const KB = 1024;
const HOME_MAX = 14 * KB;

async function loadStyles(person: HttpClient, path: string): Promise<string[]> {
  const { html } = await open(person, path);
  const addresses = [...html.matchAll(/<link [^>]*rel="stylesheet" href="(\/assets\/[^"#]+)#?"/g)].map(([, address = '']) => address);
  expect(addresses.length, path).toBeGreaterThan(0);
  return Promise.all(addresses.map(async (address) => (await person.get(address)).text()));
}

test("a visitor's home page stays small", async () => {
  const styles = await loadStyles(createVisitorClient(await openSite()), '/');
  const size = styles.reduce((sum, text) => sum + zlib.brotliCompressSync(text).length, 0);
  expect(size).toBeLessThanOrEqual(HOME_MAX);
});

test('only pages of the team load its styles', async () => {
  const site = await openSite();
  const [player, moderator] = [await createPlayerClient(site), await createPlayerClient(site, 'moderator')];
  const hasStaffStyles = (styles: string[]) => styles.some((text) => /@layer staff[.{]/.test(text));
  for (const path of ['/', '/games', '/games/matatu-rush', '/profile', '/friends', '/settings', '/avatar-customization', '/contact'])
    expect(hasStaffStyles(await loadStyles(player, path)), path).toBe(false);
  expect(hasStaffStyles(await loadStyles(moderator, '/moderation'))).toBe(true);
});

test('whichever style sheet comes first, the order of the layers is the same', async () => {
  const styles = await loadStyles(createVisitorClient(await openSite()), '/games');
  for (const text of styles) {
    const names = [...text.matchAll(/@layer ([\w,-]+)/g)].flatMap(([, list = '']) => list.split(','));
    expect([...new Set(names)]).toEqual(['tokens', 'base', 'kit', 'features', 'staff', 'forced-colors']);
  }
});
