import { expect, test } from 'vitest';
import { befriend, type TestPlayer } from '../test-players.ts';
import { findElements, followLink, findLinks, multipart, open, submitForm, upload, within, textOf, type Page } from './page.ts';
import { createSubscriber } from './payments.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { expectCenterColor, toFile, MAROON, createPlainImage, type ImageFormat } from './pictures.ts';
import { openSite, type TestSite } from './site.ts';

// Avatars, by forms and links, without JavaScript, and who gets which picture. With JavaScript: tests/e2e/avatars.spec.ts.

type Player = HttpClient & { known: TestPlayer };

const EDITOR = '/avatar-customization';
/** The tab where the round picture is chosen. */
const PICTURES = `${EDITOR}?tab=picture`;
const LIMIT = 2 * 1024 * 1024;
/** A picture that the site rendered for a player. */
const DRAWN_FACE = /^\/media\/avatars\/[0-9a-f-]{36}\/[0-9a-f]{32}\/face\.webp$/;
/** Everybody's initial picture. */
const FIRST_FACE = /^\/avatars\/of\/2\/[0-9a-f]{8}\.svg$/;

const heading = ({ html }: Page) => findElements(html, 'h1').map(textOf).join();
/** The message about the last action. */
const noscriptText = ({ html }: Page) => textOf(findElements(html, 'noscript').join(' '));
const sourceIn = (html: string) => /<img[^>]*\ssrc="([^"]+)"/.exec(html)?.[1] ?? '';
/** The section about the uploaded picture. */
const ownPicture = ({ html }: Page) => findElements(html, 'section', { class: 'own-picture' }).join('');
/** The user's own picture in the bar of every page. */
const ownFace = async (person: HttpClient) =>
  sourceIn(findElements((await open(person, '/profile')).html, 'summary', { class: 'account-button' }).join(''));
/** The face of the user's only friend, from their friends list. */
const friendFace = async (person: HttpClient) =>
  sourceIn(findElements((await open(person, '/friends')).html, 'a', { class: 'friend-line' }).join(''));
const heads = ({ html }: Page) =>
  findElements(html, 'label', { class: 'head-option' }).map((option) => ({
    name: textOf(findElements(option, 'span', { class: 'head-name' }).join('')),
    value: /value="([^"]+)"/.exec(option)?.[1] ?? '',
    isChecked: /<input[^>]*\schecked/.test(option),
  }));
const valueOf = (page: Page, name: string) => heads(page).find((each) => each.name === name)?.value ?? '';
const chosen = (page: Page) => heads(page).flatMap(({ name, isChecked }) => (isChecked ? [name] : []));

const bring = async (me: HttpClient, picture: File) => upload(me, await open(me, PICTURES), 'Upload', { picture });

/** A moderator decides about a player's picture. @returns the result */
async function judge(
  site: TestSite,
  team: HttpClient,
  { known }: Player,
  verdict: 'Approve' | 'Refuse' | 'Take it away',
  note = '',
): Promise<Page> {
  const queue = await open(team, `/moderation/pictures${verdict === 'Take it away' ? '?state=approved' : ''}`);
  const page = await submitForm(team, queue, `${verdict}: picture of ${known.displayName}`, { note });
  await site.runQueuedJobs();
  return page;
}

test('every new player has a picture of their own, the same everywhere', async () => {
  const site = await openSite();
  const all = [
    await createPlayerClient(site),
    await createPlayerClient(site),
    await createPlayerClient(site),
    await createPlayerClient(site),
  ] as const;
  const faces = [];
  for (const who of all) {
    const address = await ownFace(who);
    expect(address).toMatch(FIRST_FACE);
    const drawing = await who.get(address);
    expect([drawing.status, drawing.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/svg+xml')]);
    faces.push(await drawing.text());
  }
  expect(new Set(faces).size).toBe(4);
  const [me, friend] = all;
  await befriend(site.query, me.known.id, friend.known.id);
  const mine = await ownFace(me);
  expect(await friendFace(friend)).toBe(mine);
  expect(findElements((await open(friend, `/friends/${me.known.id}`)).html, 'main').join('')).toContain(`src="${mine}"`);
});

test('a figure begins by itself, is drawn once, and a list of players draws nothing', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  for (let count = 0; count < 12; count++) await befriend(site.query, me.known.id, (await createPlayerClient(site)).known.id);
  // As players are when they have just signed up.
  await site.query(`update avatars set look = null, first_look = null`);
  await site.runScheduled('avatars.begin-figures');
  await site.runQueuedJobs();
  const looks = await site.query(
    `select count(*)::int as players, count(distinct first_look)::int as looks from avatars where look = first_look`,
  );
  const [{ players } = { players: 0 }] = await site.query<{ players: number }>(`select count(*)::int as players from players`);
  expect(looks).toEqual([{ players, looks: players }]);
  const list = findElements((await open(me, '/friends')).html, 'a', { class: 'friend-line' }).map(sourceIn);
  expect([list.length, new Set(list).size]).toEqual([12, 12]);
  for (const face of list) {
    // A stored file: nothing is drawn when it is asked for.
    expect(face).toMatch(DRAWN_FACE);
    const answer = await me.get(face);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=3600',
    ]);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(8 * 1024);
  }
  // Again there is nothing to begin.
  await site.runScheduled('avatars.begin-figures');
  await site.runQueuedJobs();
  expect(findElements((await open(me, '/friends')).html, 'a', { class: 'friend-line' }).map(sourceIn)).toEqual(list);
});

test('without JavaScript: face, hair, clothes, hats and gear, each on its own page', async () => {
  const site = await openSite();
  const me = await createSubscriber(site);
  const hair = await open(me, `${EDITOR}?tab=hair`);
  const sprite = /<use href="(\/avatars\/parts\/figure-[0-9a-f]{12}\.svg)#/.exec(hair.html)?.[1] ?? '';
  const drawn = await me.get(sprite);
  expect([drawn.status, drawn.headers.get('content-type'), drawn.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml',
    expect.stringContaining('immutable'),
  ]);
  expect(await drawn.text()).toContain('id="hair-bob-front"');
  expect((await me.get(sprite.replace('figure-', 'figure-0'))).status).toBe(404);
  const saved = await submitForm(me, hair, 'Save', { hair: 'bob', hairColour: 'copper' });
  expect(saved.at.pathname).toBe('/profile');
  const clothes = await open(me, `${EDITOR}?tab=clothes`);
  await submitForm(me, clothes, 'Save', { tops: 'kitenge', topColour: 'plum' });
  expect(
    await site.query(
      `select look->>'hair' as hair, look->>'hairColour' as colour, look->>'tops' as tops, look->>'topColour' as top from avatars where player_id = $1`,
      [me.known.id],
    ),
  ).toEqual([{ hair: 'bob', colour: 'copper', tops: 'kitenge', top: 'plum' }]);
  const before = await ownFace(me);
  await site.runQueuedJobs();
  expect(await ownFace(me)).toMatch(DRAWN_FACE);
  expect(await ownFace(me)).not.toBe(before);
});

test('signed out, without premium, and the editor', async () => {
  const site = await openSite();
  const somebody = createVisitorClient(site);
  const closed = await open(somebody, EDITOR);
  expect(heading(closed)).toBe('Please Log In');
  const login = await followLink(somebody, within(closed, 'main'), 'Log In');
  expect(login.at.pathname + login.at.search).toBe(`/login?returnUrl=${encodeURIComponent(EDITOR)}`);

  const free = await createPlayerClient(site);
  const offer = await open(free, EDITOR);
  expect(heading(offer)).toBe('Premium Feature');
  const ways = findLinks(findElements(offer.html, 'main').join(''));
  expect(ways).toContainEqual({ words: 'Upgrade to Premium', to: '/subscription' });
  expect(ways).toContainEqual({ words: 'Back to Profile', to: '/profile' });
  // Hiding the form is not enough: the server must refuse its request too.
  expect((await free.post(EDITOR, { do: 'choose', template: 'cartoon-01' })).status).toBe(403);

  const editor = await open(await createSubscriber(site), PICTURES);
  expect(heading(editor)).toBe('Your avatar');
  expect(heads(editor).length).toBeGreaterThanOrEqual(25);
  expect(chosen(editor)).toEqual(['My figure']);
  expect(textOf(editor.html)).toContain('JPG, PNG and GIF are supported');
});

test('without JavaScript: a template, an upload and deleting it', async () => {
  const site = await openSite();
  const me = await createSubscriber(site);
  const editor = await open(me, PICTURES);
  const saved = await submitForm(me, editor, 'Save', { template: valueOf(editor, 'Zuri') });
  expect(saved.at.pathname).toBe('/profile');
  expect(noscriptText(saved)).toContain('Avatar Updated');
  expect(chosen(await open(me, PICTURES))).toEqual(['Zuri']);
  const brought = await bring(me, await createPlainImage('png'));
  expect(noscriptText(brought)).toContain('Avatar uploaded');
  expect(textOf(ownPicture(brought))).toContain('Waiting');
  const deleted = await submitForm(me, brought, 'Delete my picture');
  expect(noscriptText(deleted)).toContain('Avatar deleted');
  expect(ownPicture(deleted)).toBe('');
  const refused = await bring(me, toFile('drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect(refused.status).toBe(400);
  expect(noscriptText(refused)).toContain('Please choose a JPG, PNG or GIF.');
});

const KINDS: ImageFormat[] = ['jpeg', 'png', 'gif'];
test.each(KINDS)('a %s of one’s own waits for the team, unseen by others, and is then seen by all', async (kind) => {
  const site = await openSite();
  const [me, friend, team] = [await createSubscriber(site), await createPlayerClient(site), await createPlayerClient(site, 'moderator')];
  await befriend(site.query, me.known.id, friend.known.id);
  const page = await bring(me, await createPlainImage(kind));
  expect(textOf(ownPicture(page))).toContain('Waiting Somebody from our team looks at it first. Only you can see it until then.');
  expect(heads(page).map(({ name }) => name)).not.toContain('My own picture');
  const address = sourceIn(ownPicture(page));
  await expectCenterColor(me, address, MAROON);
  await expectCenterColor(team, address, MAROON);
  for (const other of [friend, createVisitorClient(site)]) expect((await other.get(address)).status).toBe(404);
  expect(await friendFace(friend)).toMatch(FIRST_FACE);

  const judged = await judge(site, team, me, 'Approve');
  expect(judged.status).toBe(200);
  expect(textOf(judged.html)).toContain('Nothing waits.');
  const face = await ownFace(me);
  expect(face).toMatch(DRAWN_FACE);
  expect(await friendFace(friend)).toBe(face);
  await expectCenterColor(friend, face, MAROON);
  const editor = await open(me, PICTURES);
  expect(textOf(ownPicture(editor))).toContain('Everybody can see it.');
  expect(chosen(editor)).toEqual(['My own picture']);
  expect(textOf((await open(me, '/notifications/list')).html)).toContain('Your picture is ready');
  expect(await site.query(`select action, actor_name from audit_log where subject_kind = 'picture'`)).toEqual([
    { action: 'approve-picture', actor_name: team.known.username },
  ]);
});

test('what is refused is gone, with a kind word; what was approved can be taken away later', async () => {
  const site = await openSite();
  const [me, team] = [await createSubscriber(site), await createPlayerClient(site, 'moderator')];
  const address = sourceIn(ownPicture(await bring(me, await createPlainImage('png'))));
  const unsaid = await judge(site, team, me, 'Refuse');
  expect(unsaid.status).toBe(400);
  expect(textOf(unsaid.html)).toContain('Write a short note: why?');
  expect((await me.get(address)).status).toBe(200);
  const refused = await judge(site, team, me, 'Refuse', 'A photo of a child');
  expect(noscriptText(refused)).toContain('Picture refused');
  expect(textOf(refused.html)).not.toContain(`@${me.known.username}`);
  expect((await me.get(address)).status).toBe(404);
  expect(textOf(ownPicture(await open(me, EDITOR)))).toMatch(/Not shown.*Please bring another one\./);
  expect(await ownFace(me)).toMatch(FIRST_FACE);
  const bell = textOf((await open(me, '/notifications/list')).html);
  expect(bell).toContain('Please choose another picture');
  expect(bell).not.toContain('A photo of a child');

  await bring(me, await createPlainImage('png'));
  await judge(site, team, me, 'Approve');
  const face = await ownFace(me);
  await expectCenterColor(team, face, MAROON);
  await judge(site, team, me, 'Take it away', 'It was a photo after all');
  expect(await ownFace(me)).not.toBe(face);
  // The file itself is deleted, so that its URL no longer works either.
  expect((await team.get(face)).status).toBe(404);
});

test('a picture of one’s own can be deleted, also without premium, and is gone for everybody', async () => {
  const site = await openSite();
  const [me, team] = [await createSubscriber(site), await createPlayerClient(site, 'moderator')];
  await bring(me, await createPlainImage('jpeg'));
  await judge(site, team, me, 'Approve');
  const face = await ownFace(me);
  expect((await team.get(face)).status).toBe(200);
  await site.query(
    `update paid_periods set begins_at = now() - interval '40 days', ends_at = now() - interval '1 second' where player_id = $1`,
    [me.known.id],
  );
  site.advanceClock(5);
  const closed = await open(me, EDITOR);
  expect(heading(closed)).toBe('Premium Feature');
  await expectCenterColor(me, sourceIn(ownPicture(closed)), MAROON);
  const deleted = await submitForm(me, closed, 'Delete my picture');
  expect(noscriptText(deleted)).toContain('Avatar deleted');
  expect(ownPicture(deleted)).toBe('');
  await site.runQueuedJobs();
  expect(await ownFace(me)).not.toBe(face);
  expect((await team.get(face)).status).toBe(404);
});

test('the picture of who left for good is gone, for who kept its address too', async () => {
  const site = await openSite();
  const [me, other] = [await createSubscriber(site), await createPlayerClient(site)];
  const editor = await open(me, PICTURES);
  await submitForm(me, editor, 'Save', { template: valueOf(editor, 'Amani') });
  await site.runQueuedJobs();
  const face = await ownFace(me);
  expect(face).toMatch(DRAWN_FACE);
  for (const address of [face, face.replace('face.webp', 'figure.webp')]) {
    const answer = await other.get(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
  await site.query(`update players set deletes_at = now() - interval '1 minute' where id = $1`, [me.known.id]);
  await site.runScheduled('settings.erase-due-accounts');
  await site.runQueuedJobs();
  expect(await site.query(`select 1 from players where id = $1`, [me.known.id])).toEqual([]);
  for (const address of [face, face.replace('face.webp', 'figure.webp')]) expect((await other.get(address)).status).toBe(404);
});

test('what is no picture, or too large, is refused kindly and nothing waits; 2 MB to the byte are taken', async () => {
  const site = await openSite();
  const me = await createSubscriber(site);
  const jpeg = await createPlainImage('jpeg');
  const padded = (bytes: number) => createPlainImage('jpeg', MAROON, Buffer.alloc(bytes - jpeg.size));
  for (const [file, status, ...words] of [
    [toFile('notes.txt', 'text/plain', 'hello'), 400, 'Invalid file type', 'Please select an image file.'],
    [
      toFile('notes.png', 'image/png', 'This is a letter and no picture.'.repeat(40)),
      400,
      'Invalid file type',
      'Please choose a JPG, PNG or GIF.',
    ],
    [
      await createPlainImage('png', MAROON, Buffer.from('<script>alert(1)</script>')),
      400,
      'We could not read this picture, it may be damaged.',
    ],
    [toFile('mine.gif', 'image/gif', Buffer.from(await jpeg.arrayBuffer())), 400, 'Invalid file type', 'Please choose a JPG, PNG or GIF.'],
    [await padded(LIMIT + 1), 413, 'File too large', 'Please select an image smaller than 2MB.'],
  ] as const) {
    const page = await bring(me, file);
    expect(page.status, file.name).toBe(status);
    for (const each of words) expect(noscriptText(page)).toContain(each);
    expect(ownPicture(page)).toBe('');
  }
  expect((await createVisitorClient(site).request('POST', EDITOR, await multipart({ do: 'upload', picture: jpeg }))).status).toBe(401);
  expect((await (await createPlayerClient(site)).request('POST', EDITOR, await multipart({ do: 'upload', picture: jpeg }))).status).toBe(
    403,
  );
  expect(await site.query(`select 1 from avatar_uploads`)).toEqual([]);
  expect((await bring(me, await padded(LIMIT))).status).toBe(200);
  expect(await site.query(`select player_id from avatar_uploads`)).toEqual([{ player_id: me.known.id }]);
});
