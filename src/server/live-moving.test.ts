import { expect, test } from 'vitest';
import {
  addLiveProcess,
  createLiveSite,
  eventually,
  openTab,
  signInForCookies,
  waitForEarlierMessages,
  waitForPong,
  waitUntilOpen,
  type Tab,
} from '../../tests/live-site.ts';
import { applyFriendAction } from '../features/friends/service.server.ts';
import { TIMES } from './live/timing.ts';

// Tabs move to another process before theirs ends.

const ofKind = ({ received }: Tab, wanted: string) => received.filter((event) => (event as { kind: string }).kind === wanted);
const movesOf = (tab: Tab) => ofKind(tab, 'move').map((event) => (event as { afterMs: number }).afterMs);

test('a process that is replaced tells its tabs when to move; the one they come to says nothing new, and nobody sees a friend go', async () => {
  const old = await createLiveSite();
  const fresh = await addLiveProcess(old);
  const { world } = old;
  const amina = await world.addPlayer({ username: 'amina' });
  const brian = await world.addPlayer({ username: 'brian' });
  await applyFriendAction(world.ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(world.ctx, brian, { do: 'accept', id: amina.id });
  const friend = openTab(fresh, await signInForCookies(world, 'amina'));
  await eventually(() => expect(ofKind(friend, 'notification')).not.toEqual([]));
  friend.socket.send('friends');
  await waitForPong(friend);
  const cookie = await signInForCookies(world, 'brian');
  const former = openTab(old, cookie);
  await waitUntilOpen(former);
  await eventually(() => expect(ofKind(friend, 'presence')).toEqual([{ kind: 'presence', who: brian.id, online: true }]));

  old.leave({ seconds: 10, isReplaced: true });
  await eventually(() => expect(movesOf(former)).toHaveLength(1));
  expect(movesOf(former)[0]).toBeLessThanOrEqual(7_000);
  const moved = openTab(fresh, cookie, {}, '/live?moved');
  await eventually(() => expect(moved.socket.readyState).toBe(moved.socket.OPEN));
  await waitForPong(moved);
  former.socket.close();
  await former.closed;
  await waitForEarlierMessages(old, friend, moved);
  // The process that lost the tab asked, and was told that the player has one elsewhere: no timer is left that would set them offline.
  expect(old.advance(TIMES.offlineDelayMs)).toBe(0);
  await waitForEarlierMessages(old, friend, moved);
  expect(ofKind(friend, 'presence')).toHaveLength(1);
  expect(ofKind(moved, 'notification')).toEqual([]);
  expect([...movesOf(friend), ...movesOf(moved)]).toEqual([]);
});

test('a process that stops moves its tabs when its balancer has noticed, and takes no tab that has moved already', async () => {
  const site = await createLiveSite();
  await site.world.addPlayer({ username: 'amina' });
  const cookie = await signInForCookies(site.world, 'amina');
  const early = openTab(site, cookie);
  await waitUntilOpen(early);
  site.leave({ seconds: 10, isReplaced: false });
  await eventually(() => expect(movesOf(early)).toHaveLength(1));
  // A page that the balancer sends here nevertheless has its connection, and is told too.
  const late = openTab(site, cookie);
  await eventually(() => expect(movesOf(late)).toHaveLength(1));
  for (const afterMs of [...movesOf(early), ...movesOf(late)]) expect(afterMs).toBeLessThanOrEqual(9_000);
  expect(movesOf(early)[0]).toBeGreaterThan(4_000);
  const moved = openTab(site, cookie, {}, '/live?moved');
  await moved.closed;
  expect(moved.received).toEqual([]);
});

test('a process that ends at once tells nobody to move', async () => {
  const site = await createLiveSite();
  await site.world.addPlayer({ username: 'amina' });
  const tab = openTab(site, await signInForCookies(site.world, 'amina'));
  await waitUntilOpen(tab);
  site.leave({ seconds: 0, isReplaced: false });
  await waitForEarlierMessages(site, tab);
  expect(movesOf(tab)).toEqual([]);
});
