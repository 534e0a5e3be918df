import fs from 'node:fs';
import path from 'node:path';
import type { Frame, Page } from '@playwright/test';
import { enterAsMember } from './payers.ts';
import { catalogue, expect, test } from './site.ts';

// Plays every game that we ship, in the sandbox it runs in: by keys on a wide screen and by touch on a phone.

const BYTES_MAX = 500_000;
type Meta = { Id: string; is_premium: boolean; probe: { key: string; touch: [number, number] | string } };

const games = fs
  .readdirSync(catalogue, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
  .map((entry) => JSON.parse(fs.readFileSync(path.join(catalogue, entry.name, 'game.json'), 'utf8')) as Meta);

/** Where a game's frame loads from; a premium game's is handed to members only. */
async function frameAddress(page: Page, game: Meta): Promise<string> {
  if (!game.is_premium) return (await (await page.request.get(`/api/v1/games/${game.Id}`)).json()).src;
  const origin = `http://localhost:${process.env['TEST_PORT']}`;
  await enterAsMember(page.context(), origin);
  const play = await page.request.post(`/games/${game.Id}/plays`, { headers: { origin, accept: 'application/json' } });
  return (await play.json()).src;
}

async function open(page: Page, game: Meta): Promise<Frame> {
  const src = await frameAddress(page, game);
  // A bare page of our origin in the player's place: same sandbox, nothing else that moves.
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
  await page.frameLocator('iframe').locator('html[data-ready=true]').waitFor({ timeout: 15_000 });
  const frame = page.frames()[1];
  if (!frame) throw new Error('the game has no frame');
  return frame;
}

const probe = (frame: Frame) => frame.evaluate(() => (window as unknown as { Kiddo: { probe: string } }).Kiddo.probe);
const picture = (frame: Frame) => frame.locator('body').screenshot();

async function reacts(frame: Frame, act: () => Promise<void>, stop: () => Promise<void>): Promise<void> {
  await frame.locator('html[data-state=playing]').waitFor({ timeout: 5_000 });
  const before = await probe(frame);
  expect(before).not.toBe('null');
  await frame.waitForTimeout(300);
  expect(await probe(frame), 'the probe must not move by itself').toBe(before);
  await act();
  await expect.poll(() => probe(frame), { timeout: 5_000 }).not.toBe(before);
  await stop();
}

for (const game of games) {
  test.describe(game.Id, () => {
    test('stays under its size', () => {
      const sizes = fs.readdirSync(path.join(catalogue, game.Id), { recursive: true, withFileTypes: true });
      const bytes = sizes
        .filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
      expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
    });

    test('plays by keys', async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 720 });
      const frame = await open(page, game);
      expect((await picture(frame)).length, 'the first picture is not blank').toBeGreaterThan(8_000);
      await page.locator('iframe').focus();
      await page.keyboard.press('Enter');
      await reacts(
        frame,
        () => page.keyboard.down(game.probe.key),
        () => page.keyboard.up(game.probe.key),
      );
      await page.keyboard.press('KeyP');
      await expect(frame.locator('html')).toHaveAttribute('data-state', 'paused');
    });

    test.describe('phone', () => {
      test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });
      test('plays by touch', async ({ page }) => {
        const frame = await open(page, game);
        await frame.locator('.kk-go').tap();
        const { touch } = game.probe;
        const act = async () => {
          if (typeof touch === 'string') await frame.locator(touch).dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true });
          else await page.touchscreen.tap(360 * touch[0], 640 * touch[1]);
        };
        await reacts(frame, act, async () => {});
        await frame.getByRole('button', { name: 'Sound off' }).tap();
        await expect(frame.getByRole('button', { name: 'Sound on' })).toBeVisible();
      });
    });
  });
}
