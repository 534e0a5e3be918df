import { expect, test } from 'vitest';
import { clusterOfTwo, record } from '../../tests/adapters/bus-pairs.ts';
import {
  addLiveProcess,
  createLiveSite,
  eventually,
  openTab,
  signInForCookies,
  waitForEarlierMessages,
  waitUntilOpen,
} from '../../tests/live-site.ts';
import { TIMES } from './live/timing.ts';

// Two processes on a bus that tells each of its own players alone.

async function createProcesses() {
  const site = await createLiveSite();
  const [one, other] = clusterOfTwo().members;
  const here = await addLiveProcess(site, one.bus);
  const there = await addLiveProcess(site, other.bus);
  const player = await site.world.addPlayer({ username: 'amina' });
  return { here, there, player, cookie: await signInForCookies(site.world, 'amina') };
}

test('a tab misses nothing that is said from its greeting on, and its process hears nothing of the player once they are offline', async () => {
  const { here, there, player, cookie } = await createProcesses();
  const heard = record(here.world.ctx.bus);
  const tab = openTab(here, cookie);
  tab.socket.once('open', () => there.world.ctx.bus.publish({ kind: 'rights', playerId: player.id }));
  await eventually(() => expect(tab.received).toContainEqual({ kind: 'rights' }));
  tab.socket.close();
  await tab.closed;
  await eventually(() => expect(here.advance(TIMES.offlineDelayMs)).toBe(1));
  const marker = openTab(here, await signInForCookies(here.world, (await here.world.addPlayer({ username: 'brian' })).username));
  await waitUntilOpen(marker);
  const before = heard.messages.length;
  there.world.ctx.bus.publish({ kind: 'rights', playerId: player.id });
  await waitForEarlierMessages(there, marker);
  expect(heard.messages.slice(before).map(({ kind }) => kind)).not.toContain('rights');
});

test('a player whose tab at one process closes stays online by the one at another', async () => {
  const { here, there, cookie } = await createProcesses();
  const [first, second] = [openTab(here, cookie), openTab(there, cookie)];
  await Promise.all([waitUntilOpen(first), waitUntilOpen(second)]);
  const heard = record(here.world.ctx.bus);
  first.socket.close();
  await first.closed;
  await eventually(() => expect(heard.messages.map(({ kind }) => kind)).toContain('still-connected'));
  expect(here.advance(TIMES.offlineDelayMs)).toBe(0);
});
