import fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { unzipSync } from 'fflate';
import type { Page, Route } from '@playwright/test';
import { expect, waitForHydration, isPhone, test } from './site.ts';

// What a browser makes of the article pages. Their content, their searches and where their links lead: tests/http/articles.test.ts.

const main = (page: Page) => page.locator('main');

test('the help center answers one question at a time', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/help-center');
  const questions = page.locator('.faq details');
  await expect(questions).toHaveCount(5);
  const openOnes = () => questions.evaluateAll((all) => all.flatMap((each, place) => ((each as HTMLDetailsElement).open ? [place] : [])));
  await expect.poll(openOnes).toEqual([]);
  await questions.nth(1).locator('summary').click();
  await expect(page.getByText('For an account you must be 13 or older')).toBeVisible();
  await expect.poll(openOnes).toEqual([1]);
  await questions.nth(4).locator('summary').click();
  await expect(page.getByText('Turn Auto-renew off: you keep the days')).toBeVisible();
  await expect.poll(openOnes).toEqual([4]);
  // The same with the keyboard.
  await questions.nth(0).locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(openOnes).toEqual([0]);
  await page.keyboard.press('Enter');
  await expect.poll(openOnes).toEqual([]);
});

test('home invites to create, and the creator page leads to the place of the guide that it names', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Start Creating' }).click();
  await expect(page).toHaveURL('/create');
  await expect(main(page)).toContainText('Creator Studio');
  await main(page).getByRole('link', { name: 'Start Creating Today' }).click();
  await expect(page).toHaveURL('/developer-hub#the-guide');
  await expect(main(page).getByRole('heading', { name: 'The guide', exact: true })).toBeInViewport();
});

test('the kit of the guide can be saved, and its game runs with it', async ({ page, request, quiet }) => {
  // The browser uses another font, as the guide says.
  quiet.allow(/404/);
  await page.goto('/developer-hub');
  const files = new Map<string, string>();
  for (const name of ['kit.js', 'kit.css', 'fx.js']) {
    const to = await main(page).getByRole('link', { name, exact: true }).getAttribute('href');
    const answer = await request.get(to ?? '');
    expect(answer.ok(), name).toBe(true);
    files.set(`/kit/${name}`, await answer.text());
  }
  const [html = '', game = ''] = await main(page).locator('pre').allInnerTexts();
  files.set('/my-game/', html).set('/my-game/game.js', game);
  // Serves the folder as `python3 -m http.server` would.
  await page.route('http://localhost:1/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const type = pathname.endsWith('.js') ? 'text/javascript' : pathname.endsWith('.css') ? 'text/css' : 'text/html';
    const body = files.get(pathname);
    await (body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ contentType: type, body }));
  });
  await page.goto('http://localhost:1/my-game/');
  await expect(page.getByRole('heading', { name: 'Catch the Dot' })).toBeVisible();
  await page.locator('.kk-go').click();
  await expect(page.locator('.kk-panel')).toBeHidden();
  // The dot is at an unknown place: clicks all over the canvas hit it.
  const box = (await page.locator('canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const met = page.locator('.kk-hud', { hasText: 'Score' });
  for (let y = 0.14; y < 0.95 && !(await met.isVisible()); y += 0.09)
    for (let x = 0.06; x < 0.98; x += 0.06) await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  await expect(met).toBeVisible();
});

test('Creator Studio is saved and unpacked, and its game runs by a double click and from a server', async ({ page, quiet }, info) => {
  // Opened as a file, the game takes a font of the browser.
  quiet.allow(/ERR_FILE_NOT_FOUND/);
  await page.goto('/create');
  await waitForHydration(page);
  const saved = page.waitForEvent('download');
  await main(page).getByRole('link', { name: 'Download Studio' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('kiddo-studio.zip');
  const files = Object.entries(unzipSync(new Uint8Array(await fs.readFile(await download.path()))));
  for (const [name, bytes] of files) {
    await fs.mkdir(info.outputPath(dirname(name)), { recursive: true });
    await fs.writeFile(info.outputPath(name), bytes);
  }
  // Serves the folder as `python3 -m http.server` would.
  await page.route('http://localhost:1/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ path: info.outputPath(`kiddo-studio${pathname.endsWith('/') ? `${pathname}index.html` : pathname}`) });
  });
  for (const address of [`file://${info.outputPath('kiddo-studio/play.html')}`, 'http://localhost:1/my-first-game/']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Mango Catch' })).toBeVisible();
    await page.locator('.kk-go').click();
    await expect(page.locator('.kk-hud')).toContainText('Lives');
    const before = await page.evaluate('Kiddo.probe');
    await page.keyboard.down('ArrowLeft');
    await expect.poll(() => page.evaluate('Kiddo.probe')).not.toBe(before);
    await page.keyboard.up('ArrowLeft');
  }
});

test('a long text lists its headings beside it, and each leads there', { tag: ['@phone', '@desktop'] }, async ({ page }) => {
  for (const address of ['/terms', '/developer-hub', '/blog/what-premium-costs']) {
    await page.goto(address);
    const contents = page.getByRole('navigation', { name: 'On this page' });
    if (isPhone(page)) {
      await expect(contents).toBeHidden();
      continue;
    }
    const last = contents.getByRole('link').last();
    const words = (await last.textContent()) ?? '';
    await last.click();
    await expect(main(page).getByRole('heading', { name: words, exact: true })).toBeInViewport();
  }
});

test('no page is shown before its styles are there', { tag: ['@phone', '@desktop'] }, async ({ page, quiet }) => {
  // Styles that arrive late are used later than the browser expects.
  quiet.allow(/preloaded using link preload but not used/);
  await page.goto('/');
  await waitForHydration(page);
  // The article styles are delayed, as on a bad network: they arrive after everything else, when the page has nothing left to do.
  const held: Route[] = [];
  await page.route('**/*.css', (route) => void held.push(route));
  const asked = new Set<unknown>();
  page.on('request', (request) => request.resourceType() !== 'stylesheet' && asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  const idle = () => page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(() => resolve(null)))));
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const band = document.querySelector('.article-band');
      const words = document.querySelector('.article-page');
      if (band) seen.push(getComputedStyle(band).paddingTop);
      if (words) seen.push(getComputedStyle(words).display);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
  for (const name of ['About', 'Help Center', 'Blog', 'Terms']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
    await expect(async () => {
      if (held.length > 0) {
        await expect.poll(() => asked.size).toBe(0);
        await idle();
        for (const route of held.splice(0)) await route.continue();
      }
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name, { timeout: 500 });
    }).toPass();
  }
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(7);
  await expect.poll(async () => [...new Set(await seen())].sort()).toEqual([isPhone(page) ? '24px' : '32px', 'grid']);
});

test('nothing tries what the policy of the page forbids', async ({ page, quiet }) => {
  // The test itself violates the policy with this.
  quiet.allow(/forbidden\.invalid/);
  await page.addInitScript(() => {
    Object.assign(window, { refused: [] });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      (window as unknown as { refused: string[] }).refused.push(`${effectiveDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  for (const address of ['/about', '/blog', '/blog/what-premium-costs', '/help-center', '/help/kiddocash']) {
    await page.goto(address);
    await waitForHydration(page);
    // This violation is reported after all violations of the page.
    await page.evaluate(() => (new Image().src = 'https://forbidden.invalid/last.png'));
    const refused = () => page.evaluate(() => (window as unknown as { refused: string[] }).refused);
    await expect.poll(refused, address).toContainEqual(expect.stringContaining('forbidden.invalid'));
    await expect.poll(refused, address).toHaveLength(1);
  }
});
