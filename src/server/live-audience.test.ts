import { expect, test } from 'vitest';
import { clusterOfTwo, record } from '../../tests/adapters/bus-pairs.ts';
import {
  addLiveProcess,
  createHeldBus,
  createLiveSite,
  eventually,
  openTab,
  signInForCookies,
  waitForEarlierMessages,
  waitForPong,
  waitUntilOpen,
} from '../../tests/live-site.ts';
import { TIMES } from './live/timing.ts';

// Two processes on a bus that tells each of its own players alone.

async function createProcesses() {
  const site = await createLiveSite();
  const [one, other] = clusterOfTwo().members;
  const { bus, asked, holdFollowing } = createHeldBus(one.bus);
  const here = await addLiveProcess(site, bus);
  const there = await addLiveProcess(site, other.bus);
  const player = await site.world.addPlayer({ username: 'amina' });
  const brian = await site.world.addPlayer({ username: 'brian' });
  const cookies = { amina: await signInForCookies(site.world, 'amina'), brian: await signInForCookies(site.world, 'brian') };
  return { here, there, up: one.up, asked, holdFollowing, player, brian, cookie: cookies.amina, brianCookie: cookies.brian };
}

test('a tab is greeted once its player is followed, and misses nothing that is said from then on', async () => {
  const { here, there, asked, holdFollowing, player, cookie, brianCookie } = await createProcesses();
  const other = openTab(here, brianCookie);
  await waitUntilOpen(other);
  const release = holdFollowing();
  const tab = openTab(here, cookie);
  tab.socket.once('open', () => there.world.ctx.bus.publish({ kind: 'rights', playerId: player.id }));
  await eventually(() => expect(asked).toContain(player.id));
  await waitForPong(other);
  expect(tab.socket.readyState).toBe(tab.socket.CONNECTING);
  release();
  await eventually(() => expect(tab.received).toContainEqual({ kind: 'rights' }));
});

test('nobody is followed for a handshake that was broken off while it waited', async () => {
  const { here, there, asked, holdFollowing, player, cookie, brianCookie } = await createProcesses();
  const other = openTab(here, brianCookie);
  await waitUntilOpen(other);
  const heard = record(here.world.ctx.bus);
  const release = holdFollowing();
  const tab = openTab(here, cookie);
  await eventually(() => expect(asked).toContain(player.id));
  expect(here.lines.size).toBe(2);
  tab.socket.terminate();
  await eventually(() => expect(here.lines.size).toBe(1));
  release();
  // Changes are told in order: when this one is known, so is that nobody waits for the player.
  await here.world.ctx.bus.follow('somebody');
  there.world.ctx.bus.publish({ kind: 'rights', playerId: player.id });
  await waitForEarlierMessages(there, other);
  expect(heard.messages.map(({ kind }) => kind)).not.toContain('rights');
});

test('a process hears nothing of a player once they are offline', async () => {
  const { here, there, player, cookie, brianCookie } = await createProcesses();
  const heard = record(here.world.ctx.bus);
  const tab = openTab(here, cookie);
  await waitUntilOpen(tab);
  tab.socket.close();
  await tab.closed;
  await eventually(() => expect(here.advance(TIMES.offlineDelayMs)).toBe(1));
  const marker = openTab(here, brianCookie);
  await waitUntilOpen(marker);
  const before = heard.messages.length;
  there.world.ctx.bus.publish({ kind: 'rights', playerId: player.id });
  await waitForEarlierMessages(there, marker);
  expect(heard.messages.slice(before).map(({ kind }) => kind)).not.toContain('rights');
});

test('who was let in before their player was followed looks again, and nobody else', async () => {
  const { here, up, cookie, brianCookie } = await createProcesses();
  const other = openTab(here, brianCookie);
  await waitUntilOpen(other);
  up.hang(true);
  const tab = openTab(here, cookie);
  await waitUntilOpen(tab);
  up.hang(false);
  await eventually(() => expect(tab.received).toContainEqual({ kind: 'look-again' }));
  here.advance(TIMES.gapMs);
  await waitForPong(other);
  expect(other.received).not.toContainEqual({ kind: 'look-again' });
});

test('after all sessions of a player have ended their new connection is looked up, and no other', async () => {
  const { here, asked, holdFollowing, player, brian, cookie, brianCookie } = await createProcesses();
  const other = openTab(here, brianCookie);
  await waitUntilOpen(other);
  const release = holdFollowing();
  const tab = openTab(here, cookie);
  await eventually(() => expect(asked).toContain(player.id));
  await here.world.ctx.db.deleteFrom('sessions').where('player_id', 'in', [player.id, brian.id]).execute();
  here.world.ctx.bus.publish({ kind: 'player-out', playerId: player.id });
  await waitForEarlierMessages(here, other);
  release();
  expect(await tab.closed).toBe(4001);
  await waitForPong(other);
  here.advance(TIMES.sessionCheckMs);
  expect(await other.closed).toBe(4001);
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
