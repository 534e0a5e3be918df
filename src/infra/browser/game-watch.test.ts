import { EventEmitter } from 'node:events';
import v8 from 'node:v8';
import vm from 'node:vm';
import type { CDPSession } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { createAskTab, watchGame } from './game-watch.ts';

const GAME = 'https://games.example/games/kites/1f3a/index.html';

test('of what a game asks for no more than a name is kept, however long its addresses are', async () => {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  const measure = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const tab = new EventEmitter() as unknown as CDPSession;
  tab.send = () => Promise.resolve({}) as never;
  const watch = await watchGame(tab, { page: { url: 'https://kiddo.example/check', html: '' }, gameUrl: GAME, askTab: createAskTab(1000) });
  const before = measure();
  for (let nth = 0; nth < 3000; nth++) {
    const start = ['data:text/plain,', 'https://games.example/games/kites/1f3a/', 'https://stranger.example/'][nth % 3];
    // As it comes through a pipe: a text of its own.
    const url = JSON.parse(`"${start}${nth}/${'a'.repeat(100_000)}"`) as string;
    tab.emit('Network.requestWillBeSent', { requestId: String(nth), request: { url }, type: 'Fetch', frameId: 'F' } as never);
  }
  expect((measure() - before) / 1_000_000).toBeLessThan(32);
  tab.emit('Network.loadingFailed', { requestId: '1', errorText: 'net::ERR_FAILED' } as never);
  expect(watch.missingFiles).toEqual([{ path: expect.stringMatching(/^1\/a{198}$/), status: 0 }]);
  expect(watch.otherHosts).toEqual(['stranger.example']);
});
