import { expect, test } from 'vitest';
import { befriend, createMessages, showProfile } from '../test-players.ts';
import { attributesOfAll, findElements, followLink, findLinks, open, submitForm, within, textOf, type Page } from './page.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite, type TestSite } from './site.ts';

// Friends by forms and links, without JavaScript. With JavaScript: tests/e2e/friends.spec.ts; access rights: friends-routes.test.ts.

const JSON_ANSWER = { accept: 'application/json' };
const heading = ({ html }: Page) => findElements(html, 'h1').map(textOf).join();
const found = ({ html }: Page) => findElements(findElements(html, 'ul', { 'aria-label': 'Players found' }).join(''), 'li').map(textOf);
/** Submits this page's search form; the bar above has one too. */
const search = async (person: HttpClient, q: string) =>
  submitForm(person, within(await open(person, '/friends?tab=search'), 'main'), 'Search', { q });

/** Test players are adults; this one is of another band. */
const setAge = (site: TestSite, { known }: { known: { id: string } }, band: 13 | 16) =>
  site.query(`update players set birth_month = $2, age_band = $3 where id = $1`, [known.id, band === 13 ? '2012-01' : '2009-01', band]);

test('without JavaScript: finding, asking, accepting and removing', async () => {
  const site = await openSite();
  const [amina, brian] = [await createPlayerClient(site), await createPlayerClient(site)];
  const hit = await search(amina, brian.known.username);
  const asked = await submitForm(amina, hit, `Add Friend: ${brian.known.displayName}`);
  expect(asked.at.href).toBe(hit.at.href);
  expect(found(asked).join()).toContain('Request Sent');
  const requests = await open(brian, '/friends?tab=requests');
  const accepted = await submitForm(brian, requests, `Accept: ${amina.known.displayName}`);
  expect(accepted.at.href).toBe(requests.at.href);
  expect(textOf(accepted.html)).toContain('No pending friend requests');
  const list = await followLink(brian, accepted, 'Friends (1)');
  const chat = await followLink(brian, within(list, 'section', { class: 'friend-list' }), new RegExp(`@${amina.known.username}`));
  expect(chat.at.search).toBe(`?chat=${amina.known.id}`);
  const profile = await followLink(brian, chat, `Profile of ${amina.known.displayName}`);
  expect(heading(profile)).toBe(amina.known.displayName);
  const removed = await submitForm(brian, profile, 'Remove Friend');
  expect(removed.at.href).toBe(`${site.origin}/friends`);
  expect(textOf(removed.html)).toContain('No friends yet. Start making connections!');
});

test('without JavaScript: a player of 13 to 15 is found by the whole username, and asked with the code', async () => {
  const site = await openSite();
  const [me, young] = [await createPlayerClient(site), await createPlayerClient(site)];
  await setAge(site, me, 16);
  await setAge(site, young, 13);
  const { username, displayName } = young.known;
  expect(textOf((await search(me, username.slice(0, -1))).html)).toContain('Many players are found only by their whole username');
  const byName = await search(me, username);
  expect(found(byName)).toEqual([expect.stringContaining('Ask with their friend code')]);
  expect(byName.html).not.toContain(`Add Friend: ${displayName}`);
  expect((await me.post('/friends/deeds', { do: 'ask', id: young.known.id }, JSON_ANSWER)).status).toBe(403);
  const [code] = attributesOfAll((await open(young, '/friends?tab=search')).html, 'input').flatMap(({ name, value }) =>
    name === 'code' ? [value ?? ''] : [],
  );
  const byCode = await open(me, `/friends?tab=search&q=${code}`);
  const asked = await submitForm(me, byCode, `Add Friend: ${displayName}`);
  expect(asked.at.href).toBe(byCode.at.href);
  expect(found(asked).join()).toContain('Request Sent');
  // For an adult there is no such player.
  const adult = await createPlayerClient(site);
  for (const q of [username, code ?? '']) expect(textOf((await search(adult, q)).html)).toContain(`No players match "${q}".`);
  expect((await open(adult, `/friends/${young.known.id}`)).status).toBe(404);
  expect((await adult.post('/friends/deeds', { do: 'ask', id: young.known.id, code: code ?? '' }, JSON_ANSWER)).status).toBe(404);
});

test('without JavaScript: a list of paused friendships that goes on has its next page, and whom one removes there is gone', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  await setAge(site, me, 16);
  await site.query(
    `with friends as (
      insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band)
      select gen_random_uuid(), 'paused_' || lpad(i::text, 2, '0'), 'Paused ' || lpad(i::text, 2, '0'), 'paused' || i || '@example.com', true, '1990-01', 18
      from generate_series(1, 51) i returning id)
    insert into friendships (low_id, high_id, state, requested_by, accepted_at)
    select least(id, $1::uuid), greatest(id, $1), 'paused', id, now() from friends`,
    [me.known.id],
  );
  const first = await open(me, '/friends');
  expect(textOf(first.html)).toContain('@paused_50');
  expect(textOf(first.html)).not.toContain('@paused_51');
  const second = await followLink(me, first, 'More paused friendships');
  expect(textOf(second.html)).toContain('@paused_51');
  const removed = await submitForm(me, second, 'Remove: Paused 51');
  expect(removed.at.search).toBe(second.at.search);
  expect(textOf(removed.html)).not.toContain('@paused_51');
  expect(textOf((await followLink(me, removed, 'Start of the paused friendships')).html)).toContain('@paused_01');
});

test('the exact username comes first, then names that begin with it; at most ten', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  const names = ['a_tafuta', 'tafuta_a', 'tafuta', ...Array.from({ length: 9 }, (_, index) => `tafuta_b${index}`)];
  await site.query(
    `insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band)
     select gen_random_uuid(), name, 'Player', name || '@example.com', true, '1990-01', 18 from unnest($1::text[]) name`,
    [names],
  );
  const all = await search(me, 'TAFUTA');
  expect(found(all)).toHaveLength(10);
  expect(found(all)[0]).toContain('@tafuta ');
  expect(found(all)[1]).toContain('@tafuta_a');
  expect(textOf(all.html)).not.toContain('@a_tafuta');
  expect(textOf(all.html)).toContain('10 players found');
  expect(found(await search(me, 'a_tafuta'))).toHaveLength(1);
  // Players do not find themselves.
  for (const nobody of ['tafuta_nobody', me.known.username])
    expect(textOf((await search(me, nobody)).html)).toContain(`No players match "${nobody}".`);
});

test('signed out: please log in, and then back to the same place', async () => {
  const site = await openSite();
  const friend = await createPlayerClient(site);
  // Amina, who signs in below, is 14.
  await setAge(site, friend, 16);
  const somebody = createVisitorClient(site);
  const profile = `/friends/${friend.known.id}`;
  for (const address of [
    '/friends',
    '/friends?tab=requests',
    `/friends?tab=requests&from=${friend.known.id}`,
    '/friends?tab=search&q=ABCDEFGH',
    `/friends?chat=${friend.known.id}`,
    profile,
    `/profile/${friend.known.id}`,
  ]) {
    const page = within(await open(somebody, address), 'main');
    expect(heading(page)).toBe(address.includes(`/${friend.known.id}`) ? 'Sign in to see players' : 'Please Log In');
    expect(findLinks(page.html)).toContainEqual({ words: 'Log In', to: `/login?returnUrl=${encodeURIComponent(address)}` });
  }
  const login = await followLink(somebody, within(await open(somebody, profile), 'main'), 'Log In');
  const back = await submitForm(somebody, login, 'Sign In', { identifier: 'amina', password: 'kiddo-demo' });
  expect(back.at.href).toBe(site.origin + profile);
  expect(heading(back)).toBe(friend.known.displayName);
});

test('the link of a request’s notification marks who asked, and says so when the request is gone', async () => {
  const site = await openSite();
  const [me, friend] = [await createPlayerClient(site), await createPlayerClient(site)];
  await friend.post('/friends/deeds', { do: 'ask', id: me.known.id });
  const [item] = ((await (await me.get('/notifications')).json()) as { items: { to: string }[] }).items;
  expect(item?.to).toBe(`/friends?tab=requests&from=${friend.known.id}`);
  const marked = async () => {
    const page = within(await open(me, item?.to ?? ''), 'main');
    return [findElements(page.html, 'li', { class: 'marked' }).length, textOf(page.html).includes('This request is gone')];
  };
  expect(await marked()).toEqual([1, false]);
  await friend.post('/friends/deeds', { do: 'withdraw', id: me.known.id });
  expect(await marked()).toEqual([0, true]);
});

test('a chat with nobody, and a tab that is none, are the list', async () => {
  const site = await openSite();
  const [me, friend] = [await createPlayerClient(site), await createPlayerClient(site)];
  await befriend(site.query, me.known.id, friend.known.id);
  for (const address of ['/friends?chat=nobody', `/friends?chat=${me.known.id}`, '/friends?tab=nope']) {
    const { html } = await open(me, address);
    expect(findElements(html, 'a', { class: 'friend-line' }).map(textOf).join(), address).toContain(friend.known.displayName);
  }
});

test('what stands in a message is text: no link, no markup', async () => {
  const site = await openSite();
  const [me, friend] = [await createPlayerClient(site), await createPlayerClient(site)];
  await befriend(site.query, me.known.id, friend.known.id);
  const texts = ['https://example.com/free www.example.com', '<b>bold</b> <img src=x onerror=alert(1)>', '[click](javascript:alert(1))'];
  await createMessages(site.query, friend.known.id, me.known.id, texts);
  const [list = ''] = findElements((await open(me, `/friends?chat=${friend.known.id}`)).html, 'div', { class: 'messages' });
  expect(findElements(list, 'p', { dir: 'auto' }).map(textOf)).toEqual(texts);
  expect(list).not.toMatch(/<(a|b|img)[\s>]/);
});

test('when both ask at the same moment there is one request, and one of the two hears why', async () => {
  const site = await openSite();
  const both = [await createPlayerClient(site), await createPlayerClient(site)] as const;
  const ask = (me: (typeof both)[number], other: (typeof both)[number]) =>
    me.post('/friends/deeds', { do: 'ask', id: other.known.id }, JSON_ANSWER);
  const answers = await Promise.all([ask(...both), ask(both[1], both[0])]);
  expect(answers.map(({ status }) => status).toSorted((one, another) => one - another)).toEqual([200, 409]);
  expect(await site.query(`select state from friendships where $1 in (low_id, high_id)`, [both[0].known.id])).toEqual([
    { state: 'pending' },
  ]);
  // The player whose request failed because there already is one can accept that one.
  const [sent, got] = answers[0].status === 200 ? both : [both[1], both[0]];
  expect(textOf((await open(sent, `/friends/${got.known.id}`)).html)).toContain('Request Sent');
  const accepted = await submitForm(got, await open(got, `/friends/${sent.known.id}`), `Accept: ${sent.known.displayName}`);
  expect(findLinks(accepted.html)).toContainEqual({ words: 'Message', to: `/friends?chat=${sent.known.id}` });
});

test('a profile, for friends and for others, within what its owner shows', async () => {
  const site = await openSite();
  const [me, owner, friend] = [await createPlayerClient(site), await createPlayerClient(site), await createPlayerClient(site)];
  await befriend(site.query, owner.known.id, friend.known.id);
  await site.query(
    `insert into favorites (player_id, game_id) select $1, id from games where not is_premium and hidden_at is null order by id limit 7`,
    [owner.known.id],
  );
  await site.query(`insert into presence (player_id, seen_at) values ($1, now()) on conflict (player_id) do update set seen_at = now()`, [
    owner.known.id,
  ]);
  const address = `/profile/${owner.known.id}`;
  const see = async (person: HttpClient) => {
    const page = within(await open(person, address), 'main');
    expect(heading(page)).toBe(owner.known.displayName);
    const text = textOf(page.html);
    expect(text).toContain(`@${owner.known.username}`);
    return {
      games: findElements(findElements(page.html, 'ul', { class: 'profile-games' }).join(''), 'li').length,
      memberSince: text.includes('Member since'),
      online: /\bOnline\b/.test(text),
      message: findLinks(page.html).some(({ words }) => words === 'Message'),
      forFriends: text.includes(`Only friends see what ${owner.known.displayName} likes to play, and more.`),
    };
  };
  expect(await see(friend)).toEqual({ games: 6, memberSince: true, online: true, message: true, forFriends: false });
  expect(await see(me)).toEqual({ games: 0, memberSince: false, online: false, message: false, forFriends: true });
  // The data request of the page has no more than the page.
  const data = await (await me.get(`${address}.data`)).text();
  expect(data).toContain(owner.known.username);
  expect(data).not.toMatch(/memberSince|favorites/);
  const asked = await submitForm(me, await open(me, address), `Add Friend: ${owner.known.displayName}`);
  expect(textOf(asked.html)).toContain('Request Sent');
  expect((await see(me)).games).toBe(0);
  expect((await open(owner, address)).at.pathname).toBe('/profile');

  await showProfile(site.query, owner.known.id, 'everyone');
  expect(await see(me)).toEqual({ games: 6, memberSince: true, online: false, message: false, forFriends: false });
  await showProfile(site.query, owner.known.id, 'private');
  for (const person of [friend, me]) {
    const page = await open(person, address);
    expect([page.status, heading(page)]).toEqual([404, 'Profile Not Found']);
    expect(textOf(page.html)).toContain('This user profile could not be found.');
  }
});

test('visitors, and with them search engines and previews of links, get no player anywhere', async () => {
  const site = await openSite();
  const owner = await createPlayerClient(site);
  await showProfile(site.query, owner.known.id, 'everyone');
  const somebody = createVisitorClient(site);
  for (const address of [`/profile/${owner.known.id}`, `/friends/${owner.known.id}`]) {
    const page = await open(somebody, address);
    expect([page.status, heading(within(page, 'main'))]).toEqual([200, 'Sign in to see players']);
    expect(page.html).toContain('<meta name="robots" content="noindex"/>');
    expect(findLinks(within(page, 'main').html)).toEqual([{ words: 'Log In', to: `/login?returnUrl=${encodeURIComponent(address)}` }]);
    // Titles and previews are part of it.
    for (const mark of [owner.known.username, owner.known.displayName, '/avatars/']) expect(page.html).not.toContain(mark);
  }
  for (const address of ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-games.xml', '/api/v1/games', '/api/v1/openapi.json']) {
    const answer = await somebody.get(address);
    expect([address, answer.status]).toEqual([address, 200]);
    const text = await answer.text();
    for (const mark of [owner.known.id, owner.known.username, owner.known.displayName, '/profile', '/friends'])
      expect(text, address).not.toContain(mark);
  }
});

test('without JavaScript: a new player who searched 50 times a day is told when it goes on, and what was typed is still there', async () => {
  const site = await openSite();
  const [me, other] = [await createPlayerClient(site), await createPlayerClient(site)];
  expect(found(await search(me, other.known.username))).toHaveLength(1);
  await site.query(`update rate_limit_counters set points = 50 where key = $1`, [`friend-searches-new:${me.known.id}`]);
  const refused = within(await search(me, 'somebody else'), 'main');
  expect(textOf(refused.html)).toContain('You can search again in 24 hours.');
  expect(attributesOfAll(refused.html, 'input').find(({ name }) => name === 'q')).toMatchObject({ value: 'somebody else' });
  await site.query(`update players set created_at = now() - interval '8 days' where id = $1`, [me.known.id]);
  expect(textOf((await search(me, 'somebody else')).html)).toContain('No players match "somebody else".');
});
