import type { Browser, Cookie, Page } from '@playwright/test';
import routes from '../../src/routes.ts';
import { signInWithEverything, signInStaffWithQueues } from './sample-data.ts';
import { findFrameIssues, findPageIssues } from './page-audit.ts';
import { listViewsByLayout, ROUTE_PAGES, type Role } from './route-pages.ts';
import { signInNewPlayer, query } from './players.ts';
import { expect, test } from './site.ts';

// Every page of the site, as each role sees it: the accessibility checks that can be automated.

test.use({ contextOptions: { reducedMotion: 'reduce' }, bypassCSP: true });

test('each route is looked at, or is no page', () => {
  const paths = (routes as { path?: string }[]).map(({ path = '' }) => path);
  expect(Object.keys(ROUTE_PAGES).toSorted()).toEqual([...new Set(paths)].toSorted());
  const empty = Object.entries(ROUTE_PAGES).filter(
    ([, places]) => places !== 'no page' && !places.some(({ layout: _layout, ...by }) => Object.values(by).flat().length > 0),
  );
  expect(empty).toEqual([]);
});

/** A viewer, and the ids of the objects they view. */
type Looker = { cookies: Cookie[]; known: Record<string, string> };

/** Viewers are created once per worker: these tests do not change their data. */
const lookers = new Map<Role, Promise<Looker>>();

async function makeLooker(browser: Browser, origin: string, role: Role): Promise<Looker> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  const known = await furnish(page, origin, role);
  const cookies = role === 'visitor' ? [] : (await context.cookies()).filter(({ name }) => name === 'kiddo_session');
  await context.close();
  return { cookies, known };
}

/** Creates the data that a role's pages show. */
async function furnish(page: Page, origin: string, role: Role): Promise<Record<string, string>> {
  switch (role) {
    case 'player': {
      const known = await signInWithEverything(page, origin);
      const mail = async () => /\/dev\/outbox\/([\w.-]+\.eml)/.exec(await (await page.request.get('/dev/outbox')).text())?.[1] ?? '';
      await expect.poll(mail, { message: 'the receipt is mailed' }).not.toBe('');
      return { ...known, mail: await mail() };
    }
    case 'moderator':
    case 'operator':
      return signInStaffWithQueues(page, origin, role);
    case 'visitor':
      return { friend: (await signInNewPlayer(page.context(), { origin })).id };
    case 'newcomer':
    case 'teen':
    case 'unasked':
    case 'leaver': {
      const { id } = await signInNewPlayer(page.context(), { origin });
      if (role === 'leaver') await query(`update players set deletes_at = now() + interval '14 days' where id = $1`, [id]);
      if (role === 'teen') await query(`update players set birth_month = '2012-01', age_band = 13 where id = $1`, [id]);
      if (role === 'unasked') await query('update players set birth_month = null, age_band = null where id = $1', [id]);
      return {};
    }
  }
}

/** Signs the page in as a role. @returns a function that fills in the ids of a URL */
async function lookAs(page: Page, browser: Browser, origin: string, role: Role): Promise<(address: string) => string> {
  const made = lookers.get(role) ?? makeLooker(browser, origin, role);
  lookers.set(role, made);
  const { cookies, known } = await made;
  await page.context().clearCookies({ name: 'kiddo_session' });
  await page.context().addCookies(cookies);
  return (address) =>
    address.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const id = known[name];
      if (!id) throw new Error(`${role} knows no ${name}`);
      return id;
    });
}

/** An invalid link redirects to the login page after two seconds: the page must stay as long as it is examined. */
async function stay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window.location.pathname !== '/reset-password') return;
    const { setTimeout: later } = window;
    const held = (run: () => void, ms = 0) => later(run, ms < 2000 ? ms : 2 ** 30);
    window.setTimeout = held as typeof later;
  });
}

test.describe('every page can be used by everybody', () => {
  for (const [layout, looks] of listViewsByLayout()) {
    test(layout, async ({ page, browser, baseURL, quiet }) => {
      if (looks.some(({ role }) => role === 'visitor' || role === 'player')) quiet.allow(/404|400/);
      await stay(page);
      const faults: string[] = [];
      for (const role of new Set(looks.map((look) => look.role))) {
        const addressOf = await lookAs(page, browser, baseURL ?? '', role);
        for (const { address, passes } of looks.filter((look) => look.role === role)) {
          const found =
            passes.length > 0 ? await findPageIssues(page, addressOf(address), passes) : await findFrameIssues(page, addressOf(address));
          faults.push(...found.map((fault) => `${role}, ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    });
  }
});
