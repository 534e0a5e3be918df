import type { BrowserContext } from '@playwright/test';
import { Pressed } from './crawl-frontier.ts';
import { Tab } from './crawl-tab.ts';
import { Walker, type Found, type Shared } from './crawl-walker.ts';
import type { Place, Role } from './crawl-world.ts';

// A crawl of a site: everywhere, as everybody, and everything pressed once.

/**
 * @param goesOn called whenever a page is opened or a button pressed
 * @param only the routes on which something is pressed; the other pages are only opened. Null: all
 */
export const nothingPressed = (goesOn: () => void = () => {}, only: ReadonlySet<string> | null = null): Shared => ({
  pressed: new Pressed(),
  answers: new Map(),
  goesOn,
  only,
});

/**
 * Goes through a site as one role. @param shared what others pressed meanwhile is not pressed again
 * @param statusOf what a page answers to this role, where that is not a page of theirs
 * @returns what was found, to be asked once all are back with whom it is shared
 */
export async function crawl(
  context: BrowserContext,
  role: Role,
  place: Place,
  shared: Shared,
  statusOf: (route: string) => number | null,
): Promise<() => Found> {
  const tab = await Tab.open(context, place.origin);
  const walker = new Walker(role, place, tab, shared, statusOf);
  await walker.walk();
  return () => walker.found();
}
