import type { Locator, Page } from '@playwright/test';
import {
  befriend,
  bell,
  expect,
  friendList,
  notificationItems,
  waitForLiveConnection,
  openPage,
  test as base,
  toast,
  type PlayerSession,
} from './friends.ts';
import { RENDERED_FACE, DEFAULT_FACE, hasCenterColor, ownAvatar, createPlainImage, waitForSource, type Colour } from './avatar-images.ts';
import { payForPlan, waitForPaidPeriods } from './payments.ts';
import { query } from './players.ts';

// Avatars: the initial picture, templates, and uploaded pictures, which moderators review first.
// Without JavaScript, and who gets which picture: tests/http/avatars.test.ts.

const MAROON: Colour = { r: 150, g: 20, b: 60 };
const LIMIT = 2 * 1024 * 1024;

const test = base.extend<{ member: () => Promise<PlayerSession> }>({
  /** A player with premium. */
  member: async ({ someone, baseURL }, use) => {
    await use(async () => {
      const who = await someone();
      await payForPlan(who.context, baseURL ?? '', 'premium', 'mpesa');
      await waitForPaidPeriods(who.known.id, 1);
      return who;
    });
  },
});

const ownPicture = (page: Page) => page.getByRole('region', { name: 'Your picture', exact: true });
const uploadPart = (page: Page) => page.getByRole('region', { name: 'Bring your own picture' });
const head = (page: Page, name: string) => page.locator('.head-option').filter({ has: page.getByRole('radio', { name, exact: true }) });
/** A friend's face in the user's friends list. */
const friendFace = (page: Page) => friendList(page).locator('img.avatar').first();

/** Waits until the picture of a part has loaded: a picture that is deleted while it loads would cause a 404. */
async function shown(part: Locator): Promise<void> {
  await expect(part.locator('img')).toHaveJSProperty('complete', true);
}

async function bring(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await uploadPart(page).getByLabel('Picture', { exact: true }).setInputFiles(file);
  await uploadPart(page).getByRole('button', { name: 'Upload' }).click();
}

/** A moderator approves a player's picture. */
async function approve({ page }: PlayerSession, { known }: PlayerSession): Promise<void> {
  await openPage(page, '/moderation/pictures');
  const item = page.locator('.picture-item').filter({ hasText: `@${known.username}` });
  await expect(item.getByRole('img', { name: `Picture of ${known.displayName}` })).toBeVisible();
  await item.getByRole('button', { name: `Approve: picture of ${known.displayName}` }).click();
}

test('a template is chosen, and seen in the bar, on the profile and by a friend', { tag: '@phone' }, async ({ member, someone }) => {
  const [me, friend] = [await member(), await someone()];
  await befriend(me.known.id, friend.known.id);
  const { page } = me;
  await openPage(page, '/avatar-customization?tab=picture');
  const first = await waitForSource(ownAvatar(page));
  expect(first).toMatch(DEFAULT_FACE);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(head(page, 'My figure').getByRole('radio')).toBeChecked();
  await expect(save).toBeDisabled();
  await head(page, 'Amani').click();
  await expect(page.locator('img.avatar-round')).toHaveAttribute('src', await waitForSource(head(page, 'Amani').locator('img')));
  await expect(save).toBeEnabled();
  await save.click();
  await expect(page).toHaveURL('/profile');
  await expect(toast(page, 'Avatar Updated')).toBeVisible();
  // It is rendered a moment later, and appears without a reload.
  await expect(ownAvatar(page)).toHaveAttribute('src', RENDERED_FACE, { timeout: 60_000 });
  await expect(page.locator('.profile-figure')).toBeVisible();
  const face = await waitForSource(ownAvatar(page));
  const figure = await page.request.get(face.replace('face.webp', 'figure.webp'));
  expect([figure.status(), figure.headers()['content-type']]).toEqual([200, 'image/webp']);

  await openPage(friend.page, '/friends');
  await expect(friendFace(friend.page)).toHaveAttribute('src', face);
  await openPage(friend.page, `/friends/${me.known.id}`);
  await expect(friend.page.locator('.friend-profile-figure')).toHaveAttribute('src', face.replace('face.webp', 'figure.webp'));

  await openPage(page, '/avatar-customization?tab=picture');
  await expect(head(page, 'Amani').getByRole('radio')).toBeChecked();
  await head(page, 'My figure').click();
  await save.click();
  await expect(toast(page, 'Avatar Updated')).toBeVisible();
  await expect(ownAvatar(page)).not.toHaveAttribute('src', face, { timeout: 60_000 });
});

test('a figure is dressed by keyboard: parts and colours have names, a reload loses nothing, Save shows it to all', async ({ member }) => {
  const { page } = await member();
  await openPage(page, '/avatar-customization?tab=hair');
  const part = (name: string) => page.getByRole('radio', { name, exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeDisabled();
  await part('Short afro').focus();
  await page.keyboard.press('ArrowRight');
  await expect(part('Big afro')).toBeChecked();
  await page.getByRole('group', { name: 'Hair colour' }).getByRole('radio', { name: 'Copper' }).check();
  await expect(save).toBeEnabled();
  await expect(page.getByText('You have not saved this look yet.')).toBeVisible();
  await page.reload();
  await expect(part('Big afro')).toBeChecked();
  await page.getByRole('navigation', { name: 'Your avatar' }).getByRole('link', { name: 'Clothes' }).click();
  await expect(page).toHaveURL('/avatar-customization?tab=clothes');
  await part('Plain hoodie').check();
  // Undo takes all of it back.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(part('Tee')).toBeChecked();
  await part('Plain hoodie').check();
  await page.goBack();
  await expect(part('Short afro')).toBeChecked();
  await part('Big afro').check();
  await save.click();
  await expect(page).toHaveURL('/profile');
  await expect(ownAvatar(page)).toHaveAttribute('src', RENDERED_FACE, { timeout: 60_000 });
  await openPage(page, '/avatar-customization?tab=clothes');
  await expect(part('Plain hoodie')).toBeChecked();
  await expect(save).toBeDisabled();
});

test(
  'on a phone the face has tabs, nothing lies over a tile, and Mix keeps skin and hair colour',
  { tag: '@phone' },
  async ({ member }) => {
    const { page } = await member();
    await openPage(page, '/avatar-customization');
    const group = (name: string) => page.getByRole('group', { name, exact: true });
    await expect(group('Eyes')).toBeVisible();
    await expect(group('Mouth')).toBeHidden();
    await page.getByRole('button', { name: 'Mouth' }).click();
    await expect(group('Mouth')).toBeVisible();
    await expect(group('Eyes')).toBeHidden();
    // Each tile can be pressed where it is, in its middle.
    for (const tile of await group('Mouth').locator('.part-tile').all()) {
      await tile.scrollIntoViewIfNeeded();
      await tile.click();
      await expect(tile.getByRole('radio')).toBeChecked();
    }
    await page.getByRole('button', { name: 'Mix' }).click();
    await expect(page.getByText('You have not saved this look yet.')).toBeVisible();
    await expect(group('Skin').getByRole('radio', { name: 'Mahogany' })).toBeChecked();
    await page.getByRole('link', { name: 'Hair', exact: true }).click();
    await expect(group('Hair colour').getByRole('radio', { name: 'Black' })).toBeChecked();
  },
);

test('a picture of one’s own waits for the team, is approved, is then seen by all, and can be deleted', async ({ member, someone }) => {
  const [me, friend, mod] = [await member(), await someone(), await someone({ role: 'moderator' })];
  await befriend(me.known.id, friend.known.id);
  const { page } = me;
  const line = waitForLiveConnection(page);
  await openPage(page, '/avatar-customization?tab=picture');
  await line;
  await uploadPart(page)
    .getByLabel('Picture', { exact: true })
    .setInputFiles(await createPlainImage('jpeg', MAROON));
  await expect(page.getByRole('img', { name: 'Your picture as a circle' })).toBeVisible();
  await uploadPart(page).getByRole('button', { name: 'Upload' }).click();
  await expect(toast(page, 'Avatar uploaded')).toBeVisible();
  await expect(ownPicture(page)).toContainText('Waiting');
  await expect(ownPicture(page)).toContainText('Somebody from our team looks at it first. Only you can see it until then.');
  await expect(head(page, 'My own picture')).toHaveCount(0);

  await approve(mod, me);
  await expect(toast(mod.page, 'Picture approved')).toBeVisible();
  await expect(mod.page.locator('.picture-item').filter({ hasText: `@${me.known.username}` })).toHaveCount(0);
  // Its player is notified, and wears it at once.
  await expect(ownAvatar(page)).toHaveAttribute('src', RENDERED_FACE, { timeout: 60_000 });
  await expect(ownPicture(page)).toContainText('Everybody can see it.');
  await expect(head(page, 'My own picture').getByRole('radio')).toBeChecked();
  // One unread notification is the receipt of the payment.
  await bell(page, 2).click();
  await expect(notificationItems(page).first()).toContainText('Your picture is ready');
  await page.keyboard.press('Escape');
  const face = await waitForSource(ownAvatar(page));
  await expect.poll(() => hasCenterColor(friend.context.request, face, MAROON)).toBe(true);
  await openPage(friend.page, '/friends');
  await expect(friendFace(friend.page)).toHaveAttribute('src', face);

  await shown(ownPicture(page));
  await page.getByRole('button', { name: 'Delete my picture' }).click();
  await expect(toast(page, 'Avatar deleted')).toBeVisible();
  await expect(ownPicture(page)).toHaveCount(0);
  await expect(ownAvatar(page)).not.toHaveAttribute('src', face, { timeout: 60_000 });
});

test('what is no picture, or too large, is refused kindly and nothing waits', { tag: '@phone' }, async ({ member, quiet }) => {
  quiet.allow(/status of 400/);
  const { page } = await member();
  await openPage(page, '/avatar-customization');
  const preview = page.getByRole('img', { name: 'Your picture as a circle' });
  const field = uploadPart(page).getByLabel('Picture', { exact: true });
  /** Each error has its own toast, so that the previous one is not mistaken for the next. */
  const refused = async (...words: string[]) => {
    const bad = page.locator('.toast.bad');
    for (const each of words) await expect(bad).toContainText(each);
    await bad.getByRole('button', { name: 'Close' }).click();
    await expect(bad).toHaveCount(0);
  };
  for (const kind of ['gif', 'png'] as const) {
    await field.setInputFiles(await createPlainImage(kind, MAROON));
    await expect(preview).toHaveAttribute('src', new RegExp(`^data:image/${kind};`));
  }
  // Errors that the browser detects before sending.
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await refused('Invalid file type', 'Please select an image file.');
  await expect(field).toHaveValue('');
  await field.setInputFiles({ name: 'mine.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(LIMIT + 1) });
  await refused('File too large', 'Please select an image smaller than 2MB.');
  await expect(field).toHaveValue('');
  // Errors that only the server detects.
  await bring(page, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
  await refused('Invalid file type', 'Please choose a JPG, PNG or GIF.');
  await expect(ownPicture(page)).toHaveCount(0);
});

test('a picture that does not come is replaced by a cartoon', { tag: '@phone' }, async ({ someone, quiet }) => {
  quiet.allow(/status of 404|ERR_FAILED/);
  const [me, friend] = [await someone(), await someone()];
  await befriend(me.known.id, friend.known.id);
  const lost = `/media/avatars/${friend.known.id}/${'0'.repeat(32)}/face.webp`;
  await query(`update players set avatar_url = $2 where id = $1`, [friend.known.id, lost]);
  const { page } = me;
  await openPage(page, '/friends');
  await expect(friendFace(page)).toHaveAttribute('src', '/avatars/cartoon-01.svg');
  await openPage(page, `/friends/${friend.known.id}`);
  await expect(page.locator('.friend-profile-avatar')).toHaveAttribute('src', '/avatars/cartoon-01.svg');
  await openPage(friend.page, '/profile');
  await expect(ownAvatar(friend.page)).toHaveAttribute('src', '/avatars/cartoon-01.svg');
  await expect(friend.page.locator('.profile-avatar')).toHaveAttribute('src', '/avatars/cartoon-01.svg');
});
