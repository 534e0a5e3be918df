import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

/** A small phone whose user doubled the font size. */
export const LARGE_TEXT_VIEWPORT = { width: 320, height: 640 };

export type Theme = 'light' | 'dark';

/** Only colours differ between the themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * The violations that axe finds on a page as it is, in one theme. Includes its own target size rule, 24 px at least (WCAG 2.5.8); ours is
 * 44.
 */
export async function findAxeViolationsInTheme(page: Page, theme: Theme, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  // It stays in the page until the next page load.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ exclude: ['iframe'] }, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    {
      // Only violations need details.
      resultTypes: ['violations' as const],
      ...(rules === 'all' ? { rules: { 'target-size': { enabled: true } } } : { runOnly: COLOR_RULES }),
    },
  );
  return found.map((violation) => `axe, ${theme}, ${violation}`);
}

/** The violations that axe finds in both themes, including content far below, which is normally rendered only near the viewport. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  const faults = [...(await findAxeViolationsInTheme(page, 'light')), ...(await findAxeViolationsInTheme(page, 'dark', 'colours'))];
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

/** The violations that axe finds on the page as it is, in both themes; and whether the page overflows, also with large text. */
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

/** Expects that the current state of a journey is accessible, as far as that can be checked automatically. */
export async function expectAccessible(page: Page): Promise<void> {
  const faults = await findPageIssues(page);
  expect(faults, page.url()).toEqual([]);
}
