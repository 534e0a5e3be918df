import vm from 'node:vm';
import { expect, test } from 'vitest';
import { containScript, GUARD } from '../features/games/containment.rules.ts';
import { METADATA_PREFIX, OFFLINE_FRAME, PLAYERS_OFFLINE_MS } from '../shared/offline-games.ts';
import { scriptHash } from './headers.ts';
import { offlineFrameRoutes } from './offline-frame.ts';

type Element = { type: string; textContent: string; content?: string };

/** What the frame makes of the scripts of a saved game: it runs here, with as much of a document as it uses. */
async function containSaved(scripts: { type?: string; textContent: string }[]): Promise<{ elements: Element[]; policy: string }> {
  const elements: Element[] = scripts.map((each) => ({ type: '', ...each }));
  let policy = '';
  const page = {
    querySelectorAll: (selector: string) => (selector === 'script' ? elements : []),
    createElement: (name: string) => ({ name, type: '', textContent: '' }),
    head: {
      prepend: (element: Element & { name: string }) => {
        if (element.name === 'script') elements.unshift(element);
        else policy = element.content ?? '';
      },
    },
    documentElement: { outerHTML: '' },
  };
  const DOMParser = class {
    parseFromString() {
      return page;
    }
  };
  const html = await (await offlineFrameRoutes().request(OFFLINE_FRAME)).text();
  const window = { parent: 1, window: 1, DOMParser, crypto, TextEncoder, btoa, text: '' };
  await (vm.runInNewContext(`${/<script>([\s\S]*)<\/script>/.exec(html)?.[1]}; contain(text)`, window) as Promise<string>);
  return { elements, policy };
}

test('the scripts of a saved game begin as they do online, strict ones as strict ones, and only they may run', async () => {
  const codes = ['play()', "'use strict'; play()", '/* a game */ // for you\n"use strict"; play()', "// 'use strict'\nplay()"];
  const { elements, policy } = await containSaved([
    ...codes.map((textContent) => ({ textContent })),
    { type: ' Module ', textContent: 'start()' },
    { type: 'x-shader/x-vertex', textContent: 'void main() {}' },
  ]);
  const contained = [GUARD, ...codes, 'start()'].map(containScript);
  expect(elements.map(({ textContent }) => textContent)).toEqual([...contained, 'void main() {}']);
  expect(policy).toBe(`script-src 'wasm-unsafe-eval' ${contained.map(scriptHash).join(' ')}`);
});

/** Whether the frame opens a saved game that the server confirmed so long ago, in milliseconds. */
async function opensAfter(ago: number, game: { isPremium: boolean; playerId: string | null }): Promise<boolean> {
  const html = await (await offlineFrameRoutes().request(OFFLINE_FRAME)).text();
  const facts = { ...game, title: 'A game', checkedAt: Date.now() - ago };
  let hasOpened = false;
  const window = {
    parent: 1,
    window: 2,
    location: { search: '?game=a' },
    URLSearchParams,
    caches: { match: async (name: string) => (name.startsWith(METADATA_PREFIX) ? { json: async () => facts } : { text: async () => '' }) },
    document: { createElement: () => ((hasOpened = true), { setAttribute() {} }), body: { append() {} } },
    addEventListener() {},
    DOMParser: class {
      parseFromString() {
        return {
          querySelectorAll: () => [],
          createElement: () => ({}),
          head: { prepend() {} },
          documentElement: { outerHTML: '' },
        };
      }
    },
  };
  vm.runInNewContext(/<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '', window);
  // What the frame waits for is there already.
  await new Promise((resolve) => setImmediate(resolve));
  return hasOpened;
}

test('a saved game that belongs to a player, by premium or by its mark, opens for a week without a check; others for good', async () => {
  const opens = (ago: number) =>
    Promise.all(
      [
        { isPremium: false, playerId: null },
        { isPremium: false, playerId: 'amina' },
        { isPremium: true, playerId: 'amina' },
      ].map((game) => opensAfter(ago, game)),
    );
  expect(await opens(PLAYERS_OFFLINE_MS - 60_000)).toEqual([true, true, true]);
  expect(await opens(PLAYERS_OFFLINE_MS)).toEqual([true, false, false]);
  expect(await opens(-86_400_000)).toEqual([true, false, false]);
});
