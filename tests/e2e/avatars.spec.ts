import type { Locator, Page } from '@playwright/test';
import { befriend, bell, expect, friendList, inBell, lineOf, open, test as base, toast, type Someone } from './friends.ts';
import { DRAWN_FACE, FIRST_FACE, isMiddleOf, ownFace, plainPicture, sourceOf, type Colour, type Kind } from './looks.ts';
import { payForPlan, settled } from './payers.ts';
import { query } from './players.ts';
import { toldPlainly } from './site.ts';

// How players look: the picture that each has at first, templates, and pictures of their own, which the team sees first.

const MAROON: Colour = { r: 150, g: 20, b: 60 };
const LIMIT = 2 * 1024 * 1024;

const test = base.extend<{ member: () => Promise<Someone> }>({
  /** Somebody who has premium. */
  member: async ({ someone, baseURL }, use) => {
    await use(async () => {
      const who = await someone();
      await payForPlan(who.context, baseURL ?? '', 'premium', 'mpesa');
      await settled(who.known.id, 1);
      return who;
    });
  },
});

const editor = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your avatar' });
const ownPicture = (page: Page) => page.getByRole('region', { name: 'Your picture', exact: true });
const uploadPart = (page: Page) => page.getByRole('region', { name: 'Bring your own picture' });
const head = (page: Page, name: string) => page.locator('.head-option').filter({ has: page.getByRole('radio', { name, exact: true }) });
/** A friend's face in one's list. */
const friendFace = (page: Page) => friendList(page).locator('img.avatar').first();

/** Waits until the picture of a part has come: one that is deleted while it is on its way is not found. */
async function shown(part: Locator): Promise<void> {
  await expect(part.locator('img')).toHaveJSProperty('complete', true);
}

async function bring(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await uploadPart(page).getByLabel('Picture', { exact: true }).setInputFiles(file);
  await uploadPart(page).getByRole('button', { name: 'Upload' }).click();
}

/** What a moderator decides about the picture of a player. */
async function judge({ page }: Someone, { known }: Someone, verdict: 'Approve' | 'Refuse' | 'Take it away', note = ''): Promise<void> {
  await open(page, verdict === 'Take it away' ? '/moderation/pictures?state=approved' : '/moderation/pictures');
  const item = page.locator('.picture-item').filter({ hasText: `@${known.username}` });
  await expect(item.getByRole('img', { name: `Picture of ${known.displayName}` })).toBeVisible();
  if (note !== '') await item.getByRole('textbox').fill(note);
  await item.getByRole('button', { name: `${verdict}: picture of ${known.displayName}` }).click();
}

test('every new player has a picture of their own, the same everywhere', { tag: '@phone' }, async ({ someone }) => {
  const all = [await someone(), await someone(), await someone(), await someone()];
  const faces = [];
  for (const { page } of all) {
    await open(page, '/');
    const src = await sourceOf(ownFace(page));
    expect(src).toMatch(FIRST_FACE);
    const drawing = await page.request.get(src);
    expect(drawing.headers()['content-type']).toContain('image/svg+xml');
    faces.push(await drawing.text());
  }
  expect(new Set(faces).size).toBe(4);
  const [me, friend] = all as [Someone, Someone];
  await befriend(me.known.id, friend.known.id);
  const mine = await sourceOf(ownFace(me.page));
  await open(friend.page, '/friends');
  await expect(friendFace(friend.page)).toHaveAttribute('src', mine);
  await open(friend.page, `/friends/${me.known.id}`);
  await expect(friend.page.locator('.friend-profile-avatar')).toHaveAttribute('src', mine);
});

test('the three states of the page: signed out, without premium, and the editor', async ({ browserOf, someone, member }) => {
  const visitor = await (await browserOf()).newPage();
  await open(visitor, '/avatar-customization');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Please Log In');
  await visitor.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await expect(visitor).toHaveURL(`/login?returnUrl=${encodeURIComponent('/avatar-customization')}`);

  const { page, context } = await someone();
  await open(page, '/avatar-customization');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Premium Feature');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Back to Profile' })).toHaveAttribute('href', '/profile');
  await main.getByRole('link', { name: 'Upgrade to Premium' }).click();
  await expect(page).toHaveURL('/subscription');
  // The page is not the lock: what it would send is refused too.
  const origin = new URL(page.url()).origin;
  const sent = await context.request.post('/avatar-customization', {
    headers: { origin },
    form: { do: 'choose', template: 'cartoon-01' },
    maxRedirects: 0,
  });
  expect(sent.status()).toBe(403);

  const rich = await member();
  await open(rich.page, '/avatar-customization');
  await expect(editor(rich.page)).toBeVisible();
  await expect.poll(() => rich.page.locator('.head-option').count()).toBeGreaterThanOrEqual(25);
  await expect(rich.page.getByText('JPG, PNG and GIF are supported', { exact: false })).toBeVisible();
  await expect(rich.page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
});

test('a template is chosen, and seen in the bar, on the profile and by a friend', { tag: '@phone' }, async ({ member, someone }) => {
  const [me, friend] = [await member(), await someone()];
  await befriend(me.known.id, friend.known.id);
  const { page } = me;
  await open(page, '/avatar-customization');
  const first = await sourceOf(ownFace(page));
  expect(first).toMatch(FIRST_FACE);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(head(page, 'My first one').getByRole('radio')).toBeChecked();
  await expect(save).toBeDisabled();
  await head(page, 'Amani').click();
  await expect(page.locator('.try-on-head')).toHaveAttribute('src', await sourceOf(head(page, 'Amani').locator('img')));
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page).toHaveURL('/profile');
  await expect(toast(page, 'Avatar Updated')).toBeVisible();
  // It is drawn a moment later, and shows without a reload.
  await expect(ownFace(page)).toHaveAttribute('src', DRAWN_FACE, { timeout: 20_000 });
  await expect(page.locator('.profile-figure')).toBeVisible();
  const face = await sourceOf(ownFace(page));
  const figure = await page.request.get(face.replace('face.webp', 'figure.webp'));
  expect([figure.status(), figure.headers()['content-type']]).toEqual([200, 'image/webp']);

  await open(friend.page, '/friends');
  await expect(friendFace(friend.page)).toHaveAttribute('src', face);
  await open(friend.page, `/friends/${me.known.id}`);
  await expect(friend.page.locator('.friend-profile-figure')).toHaveAttribute('src', face.replace('face.webp', 'figure.webp'));

  await open(page, '/avatar-customization');
  await expect(head(page, 'Amani').getByRole('radio')).toBeChecked();
  await head(page, 'My first one').click();
  await save.click();
  await expect(toast(page, 'Avatar Updated')).toBeVisible();
  await expect(ownFace(page)).not.toHaveAttribute('src', face, { timeout: 20_000 });
});

const KINDS: Kind[] = ['jpeg', 'png', 'gif'];
for (const kind of KINDS)
  test(`a ${kind} of one's own waits for the team, is approved, and then seen by all`, async ({ member, someone, browserOf }) => {
    const [me, friend, mod] = [await member(), await someone(), await someone({ role: 'moderator' })];
    await befriend(me.known.id, friend.known.id);
    const { page } = me;
    const line = lineOf(page);
    await open(page, '/avatar-customization');
    await line;
    const file = await plainPicture(kind, MAROON);
    await uploadPart(page).getByLabel('Picture', { exact: true }).setInputFiles(file);
    await expect(page.getByRole('img', { name: 'Your picture as a circle' })).toBeVisible();
    await uploadPart(page).getByRole('button', { name: 'Upload' }).click();
    await expect(toast(page, 'Avatar uploaded')).toBeVisible();
    await expect(ownPicture(page)).toContainText('Waiting');
    await expect(ownPicture(page)).toContainText('Somebody from our team looks at it first. Only you can see it until then.');
    const address = await sourceOf(ownPicture(page).locator('img'));
    await expect.poll(() => isMiddleOf(me.context.request, address, MAROON)).toBe(true);
    // Nobody else sees it: not a friend, not a visitor, and no page shows it.
    expect((await friend.context.request.get(address)).status()).toBe(404);
    expect([401, 404]).toContain((await (await browserOf()).request.get(address, { maxRedirects: 0 })).status());
    await open(friend.page, '/friends');
    await expect(friendFace(friend.page)).toHaveAttribute('src', FIRST_FACE);
    await expect(head(page, 'My own picture')).toHaveCount(0);

    await judge(mod, me, 'Approve');
    await expect(toast(mod.page, 'Picture approved')).toBeVisible();
    // Its player is told, and wears it at once.
    await expect(ownFace(page)).toHaveAttribute('src', DRAWN_FACE, { timeout: 20_000 });
    await expect(ownPicture(page)).toContainText('Everybody can see it.');
    await expect(head(page, 'My own picture').getByRole('radio')).toBeChecked();
    // One unread is the receipt of the payment.
    await bell(page, 2).click();
    await expect(inBell(page).first()).toContainText('Your picture is ready');
    const face = await sourceOf(ownFace(page));
    await expect.poll(() => isMiddleOf(friend.context.request, face, MAROON)).toBe(true);
    await open(friend.page, '/friends');
    await expect(friendFace(friend.page)).toHaveAttribute('src', face);
    const log = () =>
      query(`select action, actor_name from audit_log where subject_kind = 'picture' and details ->> 'player' = $1`, [me.known.id]);
    await expect.poll(log).toEqual([{ action: 'approve-picture', actor_name: mod.known.username }]);
  });

test('a picture that is refused is gone, the player is told kindly; what was approved can be taken away later', async ({
  member,
  someone,
  quiet,
}) => {
  quiet.allow(/status of 404/);
  const [me, mod] = [await member(), await someone({ role: 'moderator' })];
  const { page } = me;
  await open(page, '/avatar-customization');
  await bring(page, await plainPicture('png', MAROON));
  await expect(ownPicture(page)).toContainText('Waiting');
  const address = await sourceOf(ownPicture(page).locator('img'));
  // Not without a reason.
  await judge(mod, me, 'Refuse');
  await expect(mod.page.getByText('Write a short note: why?')).toBeVisible();
  await judge(mod, me, 'Refuse', 'A photo of a child');
  await expect(toast(mod.page, 'Picture refused')).toBeVisible();
  await expect(mod.page.locator('.picture-item').filter({ hasText: `@${me.known.username}` })).toHaveCount(0);
  await expect.poll(async () => (await me.context.request.get(address)).status()).toBe(404);
  await open(page, '/avatar-customization');
  await expect(ownPicture(page)).toContainText('Not shown');
  await expect(ownPicture(page)).toContainText('Please bring another one.');
  await expect(ownFace(page)).toHaveAttribute('src', FIRST_FACE);
  await bell(page, 2).click();
  await expect(inBell(page).first()).toContainText('Please choose another picture');
  await expect(inBell(page).first()).not.toContainText('A photo of a child');
  await page.keyboard.press('Escape');

  await bring(page, await plainPicture('png', MAROON));
  await expect(ownPicture(page)).toContainText('Waiting');
  await judge(mod, me, 'Approve');
  await expect(toast(mod.page, 'Picture approved')).toBeVisible();
  await open(page, '/profile');
  await expect(ownFace(page)).toHaveAttribute('src', DRAWN_FACE, { timeout: 20_000 });
  const face = await sourceOf(ownFace(page));
  await judge(mod, me, 'Take it away', 'It was a photo after all');
  await expect(toast(mod.page, 'Picture refused')).toBeVisible();
  await expect(ownFace(page)).not.toHaveAttribute('src', face, { timeout: 20_000 });
  // The file itself goes, for who kept its address.
  await expect.poll(async () => (await mod.context.request.get(face)).status(), { timeout: 30_000 }).toBe(404);
});

test(
  'what is no picture, or too large, is refused kindly and nothing waits',
  { tag: '@phone' },
  async ({ member, quiet, browserOf, baseURL }) => {
    quiet.allow(/status of (400|413)/);
    const me = await member();
    const { page } = me;
    const waiting = async () => (await query(`select 1 from avatar_uploads where player_id = $1`, [me.known.id])).length;
    await open(page, '/avatar-customization');
    const field = uploadPart(page).getByLabel('Picture', { exact: true });
    /** Each is told by a toast of its own: the next one is not taken for the last one. */
    const refused = async (...words: string[]) => {
      const bad = page.locator('.toast.bad');
      for (const each of words) await expect(bad).toContainText(each);
      await bad.getByRole('button', { name: 'Close' }).click();
      await expect(bad).toHaveCount(0);
    };
    const png = await plainPicture('png', MAROON);

    await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await refused('Invalid file type', 'Please select an image file.');
    await expect(field).toHaveValue('');

    const jpeg = await plainPicture('jpeg', MAROON);
    const padded = (bytes: number) => Buffer.concat([jpeg.buffer, Buffer.alloc(bytes - jpeg.buffer.length)]);
    await field.setInputFiles({ ...jpeg, buffer: padded(LIMIT + 1) });
    await refused('File too large', 'Please select an image smaller than 2MB.');
    await expect(field).toHaveValue('');

    // What only the server sees through.
    await bring(page, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
    await refused('Please choose a JPG, PNG or GIF.');
    await bring(page, { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('This is a letter and no picture.'.repeat(40)) });
    await refused('Invalid file type', 'Please choose a JPG, PNG or GIF.');
    await bring(page, { ...png, buffer: Buffer.concat([png.buffer, Buffer.from('<script>alert(1)</script>')]) });
    await refused('We could not read this picture, it may be damaged.');
    await bring(page, { ...png, name: 'mine.gif', mimeType: 'image/gif' });
    await refused('Invalid file type', 'Please choose a JPG, PNG or GIF.');
    await expect(ownPicture(page)).toHaveCount(0);
    await expect.poll(waiting).toBe(0);

    // Whoever goes around the page meets the same limits: to the byte, and signed out.
    const send = (context: Someone['context'], file: typeof png) =>
      context.request.post('/avatar-customization', { headers: { origin: baseURL ?? '' }, multipart: { do: 'upload', picture: file } });
    expect((await send(me.context, { ...jpeg, buffer: padded(LIMIT + 1) })).status()).toBe(413);
    expect((await send(await browserOf({ baseURL }), png)).status()).toBe(401);
    await expect.poll(waiting).toBe(0);
    expect((await send(me.context, { ...jpeg, buffer: padded(LIMIT) })).status()).toBe(200);
    await expect.poll(waiting).toBe(1);
  },
);

test('a picture of one’s own can be deleted, also without premium, and is gone for everybody', async ({ member, someone }) => {
  const [me, mod] = [await member(), await someone({ role: 'moderator' })];
  const { page } = me;
  await open(page, '/avatar-customization');
  await bring(page, await plainPicture('jpeg', MAROON));
  await expect(ownPicture(page)).toContainText('Waiting');
  await judge(mod, me, 'Approve');
  await expect(toast(mod.page, 'Picture approved')).toBeVisible();
  await open(page, '/profile');
  await expect(ownFace(page)).toHaveAttribute('src', DRAWN_FACE, { timeout: 20_000 });
  const face = await sourceOf(ownFace(page));

  await query(
    `update paid_periods set begins_at = now() - interval '40 days', ends_at = now() - interval '1 second' where player_id = $1`,
    [me.known.id],
  );
  await open(page, '/avatar-customization');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Premium Feature');
  await shown(ownPicture(page));
  await page.getByRole('button', { name: 'Delete my picture' }).click();
  await expect(toast(page, 'Avatar deleted')).toBeVisible();
  await expect(ownPicture(page)).toHaveCount(0);
  await expect(ownFace(page)).not.toHaveAttribute('src', face, { timeout: 20_000 });
  await expect.poll(async () => (await mod.context.request.get(face)).status(), { timeout: 30_000 }).toBe(404);
});

test('a picture that does not come is replaced by a cartoon', { tag: '@phone' }, async ({ someone, quiet }) => {
  quiet.allow(/status of 404|ERR_FAILED/);
  const [me, friend] = [await someone(), await someone()];
  await befriend(me.known.id, friend.known.id);
  const lost = `/media/avatars/${friend.known.id}/${'0'.repeat(32)}/face.webp`;
  await query(`update players set avatar_url = $2 where id = $1`, [friend.known.id, lost]);
  const { page } = me;
  await open(page, '/friends');
  await expect(friendFace(page)).toHaveAttribute('src', '/avatars/cartoon-01.svg');
  await open(page, `/friends/${friend.known.id}`);
  await expect(page.locator('.friend-profile-avatar')).toHaveAttribute('src', '/avatars/cartoon-01.svg');
  await open(friend.page, '/profile');
  await expect(ownFace(friend.page)).toHaveAttribute('src', '/avatars/cartoon-01.svg');
  await expect(friend.page.locator('.profile-avatar')).toHaveAttribute('src', '/avatars/cartoon-01.svg');
});

test('without JavaScript: a template, an upload and deleting it', async ({ someone, baseURL, quiet }) => {
  quiet.allow(/status of 400/);
  const me = await someone({ javaScriptEnabled: false });
  await payForPlan(me.context, baseURL ?? '', 'premium', 'mpesa');
  await settled(me.known.id, 1);
  const { page } = me;
  await page.goto('/avatar-customization');
  await head(page, 'Zuri').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toldPlainly(page, 'Avatar Updated');
  await page.goto('/avatar-customization');
  await expect(page.getByRole('radio', { name: 'Zuri', exact: true })).toBeChecked();
  await bring(page, await plainPicture('png', MAROON));
  await toldPlainly(page, 'Avatar uploaded');
  await expect(ownPicture(page)).toContainText('Waiting');
  await shown(ownPicture(page));
  await page.getByRole('button', { name: 'Delete my picture' }).click();
  await toldPlainly(page, 'Avatar deleted');
  await expect(ownPicture(page)).toHaveCount(0);
  await bring(page, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
  await toldPlainly(page, 'Please choose a JPG, PNG or GIF.');
});
