import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** A small phone whose owner reads at twice the size. */
const LARGE_PRINT = { width: 320, height: 640 };

/** What axe finds on a page as it stands now, in both themes; and whether it sticks out, also in large print. */
export async function faultsNow(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe').analyze();
    faults.push(...violations.map(({ id, nodes }) => `${colorScheme}, ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`));
  }
  const before = page.viewportSize() ?? LARGE_PRINT;
  for (const [size, fontSize] of [
    [before, ''],
    [LARGE_PRINT, '200%'],
  ] as const) {
    await page.setViewportSize(size);
    await page.evaluate((each) => (document.documentElement.style.fontSize = each), fontSize);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) faults.push(`sticks out by ${wide} px at ${size.width} px ${fontSize}`);
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(before);
  return faults;
}
