import { expect, test } from 'vitest';
import {
  addLiveProcess,
  waitForEarlierMessages,
  waitForPong,
  signInForCookies,
  createLiveSite,
  waitUntilOpen,
  openTab,
  eventually,
  type Tab,
} from '../../tests/live-site.ts';
import type { World } from '../../tests/world.ts';
import { applyFriendAction, getPlayerSummary } from '../features/friends/service.server.ts';
import { applyNotificationAction } from '../features/notifications/service.server.ts';
import { savePrivacySettings } from '../features/settings/privacy/service.server.ts';
import { TIMES } from './live/timing.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

const presenceEvents = ({ received }: Tab) => received.filter((event) => (event as { kind: string }).kind === 'presence');

async function befriend({ ctx }: World, one: Player, other: Player): Promise<void> {
  await applyFriendAction(ctx, one, { do: 'ask', id: other.id });
  await applyFriendAction(ctx, other, { do: 'accept', id: one.id });
  for (const player of [one, other]) await applyNotificationAction(ctx, player, { do: 'read-all' });
}

test('friends receive presence, and a page reload does not count as going offline', async () => {
  const here = await createLiveSite();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const brian = await here.world.addPlayer({ username: 'brian' });
  await befriend(here.world, amina, brian);
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  // A tab that shows no friends receives no presence.
  const other = openTab(here, await signInForCookies(here.world, 'amina'));
  await Promise.all([waitUntilOpen(tab), waitUntilOpen(other)]);
  tab.socket.send('friends');
  await waitForPong(tab);
  const cookie = await signInForCookies(here.world, 'brian');
  const first = openTab(here, cookie);
  await waitUntilOpen(first);
  const online = { kind: 'presence', who: brian.id, online: true };
  const offline = { kind: 'presence', who: brian.id, online: false };
  await eventually(() => expect(presenceEvents(tab)).toEqual([online]));
  first.socket.close();
  await first.closed;
  await eventually(() => expect(here.lines.size).toBe(2));
  const second = openTab(here, cookie);
  await waitUntilOpen(second);
  // No timer is scheduled that would set the player offline.
  expect(here.advance(TIMES.offlineDelayMs)).toBe(0);
  second.socket.close();
  await eventually(() => expect(here.lines.size).toBe(2));
  await waitForEarlierMessages(here, tab);
  expect(presenceEvents(tab)).toEqual([online]);
  expect(here.advance(TIMES.offlineDelayMs)).toBe(1);
  await eventually(() => expect(presenceEvents(tab).at(-1)).toEqual(offline));
  expect(presenceEvents(tab)).toEqual([online, offline]);
  await waitForEarlierMessages(here, other);
  expect(presenceEvents(other)).toEqual([]);
  expect((await getPlayerSummary(ctx, amina, brian.id)).presence).toMatchObject({ online: false });
});

test('a player who hides goes offline for friends while connected', async () => {
  const here = await createLiveSite();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const brian = await here.world.addPlayer({ username: 'brian' });
  await befriend(here.world, amina, brian);
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  tab.socket.send('friends');
  await waitForPong(tab);
  await waitUntilOpen(openTab(here, await signInForCookies(here.world, 'brian')));
  await eventually(() => expect(presenceEvents(tab)).toEqual([{ kind: 'presence', who: brian.id, online: true }]));
  // A box that is not ticked is not sent: `online` is off.
  await savePrivacySettings(ctx, brian, { profile: 'everyone', finding: 'everyone', asking: 'everyone' });
  await eventually(() => expect(presenceEvents(tab).at(-1)).toEqual({ kind: 'presence', who: brian.id, online: false }));
  await waitForEarlierMessages(here, tab);
  expect(presenceEvents(tab)).toHaveLength(2);
});

test('a player whose last tab at another process closes stays online by a tab here', async () => {
  const here = await createLiveSite();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const brian = await here.world.addPlayer({ username: 'brian' });
  await befriend(here.world, amina, brian);
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  tab.socket.send('friends');
  await waitForPong(tab);
  await waitUntilOpen(openTab(here, await signInForCookies(here.world, 'brian')));
  const online = { kind: 'presence', who: brian.id, online: true };
  await eventually(() => expect(presenceEvents(tab)).toEqual([online]));
  ctx.bus.publish({ kind: 'presence', who: brian.id, online: false, playerIds: [amina.id] });
  await eventually(() => expect(presenceEvents(tab)).toEqual([online, online]));
});

test('a player with tabs at two processes who closes one is never shown offline; closing the other one is told', async () => {
  const here = await createLiveSite();
  const there = await addLiveProcess(here);
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const brian = await here.world.addPlayer({ username: 'brian' });
  await befriend(here.world, amina, brian);
  const tab = openTab(here, await signInForCookies(here.world, 'amina'));
  await waitUntilOpen(tab);
  tab.socket.send('friends');
  await waitForPong(tab);
  const cookie = await signInForCookies(here.world, 'brian');
  const first = openTab(here, cookie);
  const second = openTab(there, cookie);
  await Promise.all([waitUntilOpen(first), waitUntilOpen(second)]);
  await eventually(() => expect(presenceEvents(tab)).not.toEqual([]));
  first.socket.close();
  await first.closed;
  await eventually(() => expect(here.lines.size).toBe(1));
  await waitForEarlierMessages(here, tab);
  // No timer is left that would set the player offline.
  expect(here.advance(TIMES.offlineDelayMs)).toBe(0);
  expect((await getPlayerSummary(ctx, amina, brian.id)).presence).toMatchObject({ online: true });
  expect(presenceEvents(tab).filter((event) => !(event as { online: boolean }).online)).toEqual([]);

  second.socket.close();
  await second.closed;
  await eventually(() => expect(there.lines.size).toBe(0));
  expect(there.advance(TIMES.offlineDelayMs)).toBe(1);
  await eventually(() => expect(presenceEvents(tab).at(-1)).toEqual({ kind: 'presence', who: brian.id, online: false }));
});
