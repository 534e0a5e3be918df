import { expect, test } from 'vitest';
import { afterAllBefore, answers, cookiesOf, createLiveSite, opened, openTab, soon, type Tab } from '../../tests/live-site.ts';
import type { World } from '../../tests/world.ts';
import { doToFriend, viewPerson } from '../features/friends/service.server.ts';
import { doToNotifications } from '../features/notifications/service.server.ts';
import { savePrivacy } from '../features/settings/privacy/service.server.ts';
import { TIMES } from './live/timing.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

const presenceEvents = ({ heard }: Tab) => heard.filter((event) => (event as { kind: string }).kind === 'presence');

async function befriend({ ctx }: World, one: Player, other: Player): Promise<void> {
  await doToFriend(ctx, one, { do: 'ask', id: other.id });
  await doToFriend(ctx, other, { do: 'accept', id: one.id });
  for (const player of [one, other]) await doToNotifications(ctx, player, { do: 'read-all' });
}

test('friends receive presence, and a page reload does not count as going offline', async () => {
  const here = await createLiveSite();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const brian = await here.world.addPlayer({ username: 'brian' });
  await befriend(here.world, amina, brian);
  const tab = openTab(here, await cookiesOf(here.world, 'amina'));
  // A tab that shows no friends receives no presence.
  const other = openTab(here, await cookiesOf(here.world, 'amina'));
  await Promise.all([opened(tab), opened(other)]);
  tab.socket.send('friends');
  await answers(tab);
  const cookie = await cookiesOf(here.world, 'brian');
  const first = openTab(here, cookie);
  await opened(first);
  const online = { kind: 'presence', who: brian.id, online: true };
  const offline = { kind: 'presence', who: brian.id, online: false };
  await soon(() => expect(presenceEvents(tab)).toEqual([online]));
  first.socket.close();
  await first.closed;
  await soon(() => expect(here.lines.size).toBe(2));
  const second = openTab(here, cookie);
  await opened(second);
  // Nothing is scheduled that would make the player offline.
  expect(here.pass(TIMES.offlineDelayMs)).toBe(0);
  second.socket.close();
  await soon(() => expect(here.lines.size).toBe(2));
  await afterAllBefore(here, tab);
  expect(presenceEvents(tab)).toEqual([online]);
  expect(here.pass(TIMES.offlineDelayMs)).toBe(1);
  await soon(() => expect(presenceEvents(tab).at(-1)).toEqual(offline));
  expect(presenceEvents(tab)).toEqual([online, offline]);
  await afterAllBefore(here, other);
  expect(presenceEvents(other)).toEqual([]);
  expect((await viewPerson(ctx, amina, brian.id)).presence).toMatchObject({ online: false });
});

test('a player who hides goes offline for friends while connected', async () => {
  const here = await createLiveSite();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const brian = await here.world.addPlayer({ username: 'brian' });
  await befriend(here.world, amina, brian);
  const tab = openTab(here, await cookiesOf(here.world, 'amina'));
  await opened(tab);
  tab.socket.send('friends');
  await answers(tab);
  await opened(openTab(here, await cookiesOf(here.world, 'brian')));
  await soon(() => expect(presenceEvents(tab)).toEqual([{ kind: 'presence', who: brian.id, online: true }]));
  // A box that is not ticked is not sent: `online` is off.
  await savePrivacy(ctx, brian, { profile: 'everyone', finding: 'everyone', asking: 'everyone' });
  await soon(() => expect(presenceEvents(tab).at(-1)).toEqual({ kind: 'presence', who: brian.id, online: false }));
  await afterAllBefore(here, tab);
  expect(presenceEvents(tab)).toHaveLength(2);
});

test('a player whose last tab at another process closes stays online by a tab here', async () => {
  const here = await createLiveSite();
  const { ctx } = here.world;
  const amina = await here.world.addPlayer({ username: 'amina' });
  const brian = await here.world.addPlayer({ username: 'brian' });
  await befriend(here.world, amina, brian);
  const tab = openTab(here, await cookiesOf(here.world, 'amina'));
  await opened(tab);
  tab.socket.send('friends');
  await answers(tab);
  await opened(openTab(here, await cookiesOf(here.world, 'brian')));
  const online = { kind: 'presence', who: brian.id, online: true };
  await soon(() => expect(presenceEvents(tab)).toEqual([online]));
  ctx.bus.publish({ kind: 'presence', who: brian.id, online: false, playerIds: [amina.id] });
  await soon(() => expect(presenceEvents(tab)).toEqual([online, online]));
});
