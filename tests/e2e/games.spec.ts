import fs from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import { signInNewSubscriber } from './payments.ts';
import { catalogue, expect, test as base } from './site.ts';

// Plays every shipped game in its sandbox: with keys on a wide screen and by touch on a phone.

type Meta = { Id: string; is_premium: boolean; probe: { key: string; touch: [number, number] | string } };

const games = fs
  .readdirSync(catalogue, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
  .map((entry) => JSON.parse(fs.readFileSync(path.join(catalogue, entry.name, 'game.json'), 'utf8')) as Meta);

const origin = `http://localhost:${process.env['TEST_PORT']}`;
const test = base.extend<object, { member: () => Promise<BrowserContext> }>({
  /** A browser with premium: one for all games of a worker, created when needed. */
  member: [
    async ({ browser }, use) => {
      let made: BrowserContext | null = null;
      await use(async () => {
        if (made) return made;
        made = await browser.newContext();
        await signInNewSubscriber(made, origin);
        return made;
      });
      await (made as BrowserContext | null)?.close();
    },
    { scope: 'worker' },
  ],
});

/** The URL of a game's frame; for a premium game only members get it. */
async function frameAddress(page: Page, game: Meta, member: () => Promise<BrowserContext>): Promise<string> {
  if (!game.is_premium) return (await (await page.request.get(`/api/v1/games/${game.Id}`)).json()).src;
  const play = await (await member()).request.post(`${origin}/games/${game.Id}/plays`, { headers: { origin, accept: 'application/json' } });
  return (await play.json()).src;
}

async function open(page: Page, src: string): Promise<Frame> {
  // A bare page of our origin instead of the player: with the same sandbox, but without other activity.
  await page.goto('/healthz');
  await page.evaluate((address) => {
    addEventListener('message', (event) => {
      if (event.data.type === 'hello') (event.source as Window).postMessage({ kiddo: 1, type: 'saved', data: null }, '*');
    });
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts allow-pointer-lock');
    frame.setAttribute('style', 'position:fixed;inset:0;border:0;width:100vw;height:100vh');
    frame.src = address;
    document.body.replaceChildren(frame);
  }, src);
  await page.frameLocator('iframe').locator('html[data-ready=true]').waitFor({ timeout: 60_000 });
  const frame = page.frames()[1];
  if (!frame) throw new Error('the game has no frame');
  return frame;
}

const probe = (frame: Frame) => frame.evaluate(() => (window as unknown as { Kiddo: { probe: string } }).Kiddo.probe);
const picture = (frame: Frame) => frame.locator('body').screenshot();
const state = (frame: Frame) => frame.locator('html');

/**
 * Reads the probe at the moment the game starts to be played, before its first picture, and after it has run for a while. It is called
 * before the game is started: what a game counts by itself in its first picture would otherwise be seen on slow machines only.
 */
const watchStart = (frame: Frame) =>
  frame.evaluate(async () => {
    const { Kiddo } = window as unknown as { Kiddo: { probe: string } };
    const root = document.documentElement;
    const isPlaying = () => root.dataset['state'] === 'playing';
    const before = await new Promise<string>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isPlaying()) return;
        observer.disconnect();
        resolve(Kiddo.probe);
      });
      observer.observe(root, { attributeFilter: ['data-state'] });
    });
    const begun = performance.now();
    // A picture moves a game's clock by 16 to 50 ms: after 20, a game that ignores the first quarter of a second listens.
    for (let drawn = 0; drawn < 20 || performance.now() - begun < 300; drawn++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return { before, after: Kiddo.probe };
  });

/** The game starts, and its probe changes when the player acts and not before. */
async function reacts(frame: Frame, start: () => Promise<void>, act: () => Promise<void>): Promise<void> {
  const watched = watchStart(frame);
  // Evaluations run in order: after this one the observer above is in place.
  await frame.evaluate(() => null);
  await start();
  const { before, after } = await watched;
  expect(before).not.toBe('null');
  expect(after, 'the probe must not move by itself').toBe(before);
  await act();
  await expect.poll(() => probe(frame)).not.toBe(before);
}

/** What is wrong with the buttons that can be seen: outside of the frame, too small for a thumb, or one over another. */
const badButtons = (frame: Frame) =>
  frame.evaluate(() => {
    const boxes = [...document.querySelectorAll('button')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .map((button) => ({ name: button.getAttribute('aria-label') ?? button.textContent, box: button.getBoundingClientRect() }));
    const wrong: string[] = [];
    boxes.forEach(({ name, box }, i) => {
      if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) wrong.push(`${name} sticks out`);
      if (box.width < 40 || box.height < 40) wrong.push(`${name} is small`);
      boxes.slice(i + 1).forEach(({ name: other, box: next }) => {
        const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        if (across > 1 && down > 1) wrong.push(`${name} and ${other} overlap`);
      });
    });
    const page = document.scrollingElement;
    if (page && (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight)) wrong.push('the page scrolls');
    return wrong;
  });

for (const game of games) {
  test.describe(game.Id, () => {
    test('plays by keys', async ({ page, member }) => {
      await page.setViewportSize({ width: 1280, height: 720 });
      const frame = await open(page, await frameAddress(page, game, member));
      await expect.poll(async () => (await picture(frame)).length, 'the first picture is not blank').toBeGreaterThan(8_000);
      await page.locator('iframe').focus();
      await reacts(
        frame,
        () => page.keyboard.press('Enter'),
        () => page.keyboard.down(game.probe.key),
      );
      await page.keyboard.up(game.probe.key);
      await page.keyboard.press('KeyP');
      await expect(state(frame)).toHaveAttribute('data-state', 'paused');
    });

    test.describe('phone', () => {
      test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });
      test('plays by touch', async ({ page, member }) => {
        const frame = await open(page, await frameAddress(page, game, member));
        const { touch } = game.probe;
        await reacts(
          frame,
          () => frame.locator('.kk-go').tap(),
          async () => {
            if (typeof touch === 'string')
              await frame.locator(touch).dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true });
            else await page.touchscreen.tap(360 * touch[0], 640 * touch[1]);
          },
        );
        expect(await badButtons(frame)).toEqual([]);
        await page.setViewportSize({ width: 320, height: 568 });
        await expect.poll(() => badButtons(frame), 'on a small phone').toEqual([]);
        await frame.getByRole('button', { name: 'Sound off' }).tap();
        await expect(frame.getByRole('button', { name: 'Sound on' })).toBeVisible();
      });
    });
  });
}
