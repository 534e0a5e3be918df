import { expect, test } from 'vitest';
import { findElements, followLink, findLinks, open, within, textOf } from './page.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite } from './site.ts';

// The frame around all pages: its links, the 404 page, and the manifest of the installed site.

test('every link of the frame leads to a page of the site; the 404 page leads home', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  const home = await open(me, '/');
  const ways = new Set(findLinks(home.html).flatMap(({ to }) => (to.startsWith('/') ? [to] : [])));
  expect(ways.size).toBeGreaterThan(20);
  for (const way of ways) expect((await me.get(way)).status, way).toBe(200);
  const nowhere = await open(me, '/no/such/page');
  expect([nowhere.status, findElements(nowhere.html, 'h1').map(textOf)]).toEqual([404, ['Oops! Page not found']]);
  expect((await followLink(me, within(nowhere, 'main'), /home/i)).at.href).toBe(`${site.origin}/`);
});

test('every page is a document of today: without its doctype, browsers would lay it out as those of the nineties', async () => {
  const site = await openSite();
  for (const me of [createVisitorClient(site), await createPlayerClient(site)]) {
    for (const path of ['/', '/games', '/no/such/page'])
      expect(await (await me.get(path)).text(), path).toMatch(/^<!DOCTYPE html><html lang="en"/);
  }
});

test('the manifest names pictures of the size that it says, and pages that are there', async () => {
  const me = createVisitorClient(await openSite());
  const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec((await open(me, '/')).html) ?? [];
  const manifest = (await (await me.get(address)).json()) as {
    icons: { src: string; type: string; sizes: string }[];
    shortcuts: { url: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Kiddo', start_url: '/', scope: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512']);
  for (const { src, type, sizes } of manifest.icons) {
    const answer = await me.get(src);
    expect([answer.status, answer.headers.get('content-type')], src).toEqual([200, type]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(sizeOf(bytes), src).toBe(sizes);
  }
  expect(manifest.shortcuts).toHaveLength(2);
  for (const { url } of manifest.shortcuts) expect((await me.get(url)).status, url).toBe(200);
});

/** Width and height from a PNG's header; 'any' for an SVG. */
function sizeOf(bytes: Buffer): string | null {
  if (bytes.toString('latin1', 1, 4) === 'PNG') return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  return bytes.toString().startsWith('<svg ') ? 'any' : null;
}
