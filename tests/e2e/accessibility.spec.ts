import { AxeBuilder } from '@axe-core/playwright';
import { expect, hydrated, test } from './site.ts';

const PAGES = [
  '/',
  '/games',
  '/games?genre=Racing&tab=featured',
  '/games?q=ma',
  '/games?q=zzqqzz',
  '/games/matatu-rush',
  '/games/coral-divers',
  '/games/nope',
  '/nope',
  '/login',
  '/subscription',
];

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme, contextOptions: { reducedMotion: 'reduce' }, bypassCSP: true });
    for (const path of PAGES) {
      test(`axe finds nothing on ${path}`, async ({ page, quiet }) => {
        quiet.allow(/404/);
        await page.goto(path);
        await hydrated(page);
        // What is far below is drawn only when it comes near; axe has to see it all.
        await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`),
        ).toEqual([]);
      });
    }
    test('axe finds nothing on the open player', async ({ page }) => {
      await page.goto('/games/matatu-rush');
      await hydrated(page);
      await page.getByRole('link', { name: 'Play', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
      expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
        [],
      );
    });
  });
}
