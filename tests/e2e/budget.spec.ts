import type { Route } from '@playwright/test';
import { watchRequests, watchLayoutShift } from './loading.ts';
import { expect, waitForHydration, test } from './site.ts';

// Byte sizes are the same on every machine, so they are tested; times are measured by `npm run bench -- site`.

const KB = 1000;

test('the first visit to home on a phone stays small', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  const bytes: Record<string, number> = {};
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? 'Other';
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength;
  });
  const loaded = watchRequests(page);
  await page.goto('/');
  await loaded();
  const all = Object.values(bytes).reduce((sum, each) => sum + each, 0);
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(bytes) });
  process.stdout.write(`home at 360 px: ${Math.round(all / KB)} KB in all, JavaScript ${((bytes['Script'] ?? 0) / KB).toFixed(2)} KB\n`);
  expect(bytes['Script']).toBeLessThanOrEqual(120 * KB);
  expect(all).toBeLessThanOrEqual(200 * KB);
  await context.close();
});

test('covers move nothing when they arrive', { tag: ['@phone', '@desktop'] }, async ({ page }) => {
  const { getShift: shiftOf } = await watchLayoutShift(page);
  for (const path of ['/', '/games', '/games/matatu-rush', '/catalog', '/marketplace']) {
    // Media files are delayed until everything else is rendered.
    let held: Route[] | null = [];
    await page.route('**/media/**', (route) => (held === null ? route.continue() : void held.push(route)));
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await waitForHydration(page);
    await expect.poll(() => held?.length, { message: `${path} asks for pictures` }).toBeGreaterThan(0);
    const late: Route[] = held;
    held = null;
    for (const route of late) await route.continue();
    const moved = await shiftOf();
    expect(moved, path).toBeLessThan(0.02);
    await page.unroute('**/media/**');
  }
});
