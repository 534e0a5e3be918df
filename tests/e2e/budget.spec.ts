import { expect, test } from './site.ts';

// Bytes are the same on every machine, so they are tested; times are for `npm run bench -- site`.

const KB = 1000;

test('the first visit to home on a phone stays small', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
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
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.waitForTimeout(1000);
  const all = Object.values(bytes).reduce((sum, each) => sum + each, 0);
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(bytes) });
  process.stdout.write(`home at 360 px: ${Math.round(all / KB)} KB in all, JavaScript ${Math.round((bytes['Script'] ?? 0) / KB)} KB\n`);
  expect(bytes['Script']).toBeLessThanOrEqual(130 * KB);
  expect(all).toBeLessThanOrEqual(350 * KB);
  await context.close();
});

test('covers move nothing when they arrive', async ({ page }) => {
  await page.addInitScript(() => {
    (window as unknown as { shift: number }).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/media/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  for (const path of ['/', '/games', '/games/matatu-rush', '/catalog', '/marketplace']) {
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForTimeout(1200);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift), path).toBeLessThan(0.02);
  }
});
