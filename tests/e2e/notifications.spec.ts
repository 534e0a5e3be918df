import { bell, expect, openPage, test, waitForLiveConnection } from './friends.ts';

// The page of notifications: what arrives while it is on its way is not missed.

const PAGE = '/notifications/list';
const asks = ({ displayName, username }: { displayName: string; username: string }) =>
  `${displayName} (@${username}) wants to be your friend`;

test('what arrives between the server’s page and its scripts is there without a reload', { tag: '@phone' }, async ({ someone }) => {
  const [amina, brian] = await Promise.all([someone(), someone()]);
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  await brian.page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.fallback();
  });
  await brian.page.goto(PAGE, { waitUntil: 'commit' });
  await expect(brian.page.getByText('No notifications yet')).toBeVisible();
  await openPage(amina.page, `/friends/${brian.known.id}`);
  const asked = amina.page.waitForResponse('**/friends/deeds');
  await amina.page.getByRole('button', { name: `Add Friend: ${brian.known.displayName}` }).click();
  await asked;
  await expect(brian.page.getByText('No notifications yet')).toBeVisible();
  go();
  await expect(brian.page.locator('main').getByText(asks(amina.known))).toBeVisible();
});

test('what arrives while the page is fetched in an open tab is there too, also where the number stays the same', async ({
  someone,
  quiet,
}) => {
  // The page that is left has asked for styles ahead.
  quiet.allow(/was preloaded using link preload/);
  const [amina, brian, chao] = await Promise.all([someone(), someone(), someone()]);
  const ask = async ({ page }: typeof amina) => {
    await openPage(page, `/friends/${brian.known.id}`);
    const asked = page.waitForResponse('**/friends/deeds');
    await page.getByRole('button', { name: `Add Friend: ${brian.known.displayName}` }).click();
    await asked;
  };
  await ask(amina);
  const { page, context } = brian;
  const line = waitForLiveConnection(page);
  await openPage(page, PAGE);
  await line;
  const main = page.locator('main');
  await expect(main.getByText(asks(amina.known))).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');

  // The server has answered, and the answer is on its way.
  const { promise: answered, resolve: onAnswered } = Promise.withResolvers<void>();
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route(`**${PAGE}.data*`, async (route) => {
    if (isHeld) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    onAnswered();
    await gate;
    await route.fulfill({ response });
  });
  const events: string[] = [];
  await page.exposeFunction('onLiveEvent', (kind: string) => void events.push(kind));
  await page.evaluate(() =>
    window.addEventListener('kiddo:live', (event) =>
      (window as unknown as { onLiveEvent(kind: string): void }).onLiveEvent((event as CustomEvent<{ kind: string }>).detail.kind),
    ),
  );
  await page.goBack({ waitUntil: 'commit' });
  await answered;
  // One is deleted elsewhere, another one arrives: again one is unread.
  const other = await context.newPage();
  await openPage(other, PAGE);
  const deleted = other.waitForResponse((response) => response.request().method() === 'POST');
  await other.getByRole('button', { name: /^Delete: / }).click();
  await deleted;
  await ask(chao);
  await expect.poll(() => events.filter((kind) => kind === 'notification').length).toBeGreaterThanOrEqual(2);
  go();
  await expect(main.getByText(asks(chao.known))).toBeVisible();
  await expect(main.getByText(asks(amina.known))).toHaveCount(0);
  await expect(bell(page, 1)).toBeVisible();
});
