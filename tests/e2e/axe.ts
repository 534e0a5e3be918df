import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

/** A small phone whose owner reads at twice the size. */
export const LARGE_TEXT_VIEWPORT = { width: 320, height: 640 };

export type Theme = 'light' | 'dark';

/** Only colours are others in another theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds on a page as it stands, in one theme. Targets are its own too: 24 px at least (WCAG 2.5.8); ours are 44. */
export async function findAxeViolationsInTheme(page: Page, theme: Theme, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  // It stays in the page until another one is loaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ exclude: ['iframe'] }, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    {
      // What is right need not be described.
      resultTypes: ['violations' as const],
      ...(rules === 'all' ? { rules: { 'target-size': { enabled: true } } } : { runOnly: COLOR_RULES }),
    },
  );
  return found.map((violation) => `axe, ${theme}, ${violation}`);
}

/** What axe finds in both themes, also far below, where a page is drawn only when it comes near. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  const faults = [...(await findAxeViolationsInTheme(page, 'light')), ...(await findAxeViolationsInTheme(page, 'dark', 'colours'))];
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

/** What axe finds on a page as it stands now, in both themes; and whether it sticks out, also in large print. */
async function findPageIssues(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults = [...(await findAxeViolationsInTheme(page, 'light')), ...(await findAxeViolationsInTheme(page, 'dark', 'colours'))];
  const before = page.viewportSize() ?? LARGE_TEXT_VIEWPORT;
  for (const [size, fontSize] of [
    [before, ''],
    [LARGE_TEXT_VIEWPORT, '200%'],
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

/** A state that a journey has come to can be used by everybody, as far as a machine can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  const faults = await findPageIssues(page);
  expect(faults, page.url()).toEqual([]);
}
