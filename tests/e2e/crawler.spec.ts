import fs from 'node:fs/promises';
import { expect, test, type Browser } from '@playwright/test';
import { crawl, createSharedCrawlState, helpCrawl } from './crawl.ts';
import { BROKEN_PAGES, EXPECTED_ISSUES, isFoundByPressing, startBrokenSite } from './crawl-broken-site.ts';
import {
  createMember,
  FIRST_STAFF_ISSUE,
  MEMBER_ISSUES,
  MEMBER_PAGES,
  STAFF_ISSUE,
  STAFF_PAGES,
  startMembersSite,
} from './crawl-broken-members.ts';
import { waitUntilIdle } from './crawl-idle.ts';
import { parsePage } from './crawl-html.ts';
import { outlinePage } from './crawl-outline.ts';
import { Tab } from './crawl-tab.ts';
import type { Role } from './crawl-users.ts';
import { createSiteEnv, startSite, type RunningSite } from './own-site.ts';

// Follows every link and presses every button, as every role. Three crawls run in parallel, each on its own site, because staff actions
// affect everybody; all three end with the pages of the operator. Half of the roles use a phone.

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 800 } };
const DEVICES: Record<Role, object> = { visitor: PHONE, player: DESK, premium: PHONE, moderator: PHONE, operator: DESK };
/** A button that several roles meet is pressed by the first one: the player, the moderator and the operator start, because they meet the most. */
const WALKS: Role[][] = [['player', 'visitor'], ['moderator', 'premium'], ['operator']];

/** The status of a page that the role may not see: visitors are redirected to sign in. */
function statusFor(role: Role, route: string): number | null {
  const isTeams = /^\/(moderation|operator)\b/.test(route);
  if (!isTeams || role === 'visitor' || role === 'operator') return null;
  return role === 'moderator' && route.startsWith('/moderation') ? null : 403;
}

const STILL_MS = 300_000;
/** `npm test -- changed` names the routes whose buttons are pressed. */
const ONLY = process.env['CRAWL_ROUTES'] ? new Set(process.env['CRAWL_ROUTES'].split(',')) : null;

// A trace of hundreds of presses, with snapshots before and after, would be too large to be useful.
test.use({ trace: 'off' });

const sites: RunningSite[] = [];
test.afterEach(async () => {
  for (const { child } of sites) child.kill('SIGTERM');
  await Promise.all(sites.splice(0).map(({ ended }) => ended));
});

test('whatever is wrong with a site is found, by who presses a thing first and by who comes after', async ({ browser }) => {
  test.setTimeout(300_000);
  const faulty = await startBrokenSite();
  const shared = createSharedCrawlState(undefined, null, BROKEN_PAGES);
  const crawlNow = async () => {
    const context = await browser.newContext({ ...DESK, reducedMotion: 'reduce' });
    const found = await crawl(context, 'visitor', { dataDir: '', origin: faulty.origin }, shared, () => null);
    await context.close();
    return found();
  };
  const isMeant = (fault: string, meant: string) => fault.startsWith(meant);
  const first = await crawlNow();
  expect(EXPECTED_ISSUES.filter((meant) => !first.issues.some((fault) => isMeant(fault, meant)))).toEqual([]);
  // And no other issues. Issues of a page itself are found each time it is opened.
  expect(first.issues.filter((fault) => !EXPECTED_ISSUES.some((meant) => isMeant(fault, meant)))).toEqual([]);
  const second = await crawlNow();
  expect(second.presses).toEqual([]);
  const again = EXPECTED_ISSUES.filter((meant) => !isFoundByPressing(meant));
  expect(again.filter((meant) => !second.issues.some((fault) => isMeant(fault, meant)))).toEqual([]);
  expect(second.issues.filter((fault) => !again.some((meant) => isMeant(fault, meant)))).toEqual([]);
  await faulty.stop();
});

test('what only the second of two members has wrong is found, and the page that both have alike is opened once', async ({ browser }) => {
  const faulty = await startMembersSite();
  const shared = createSharedCrawlState(undefined, new Set(MEMBER_PAGES), MEMBER_PAGES);
  const crawlAs = async (role: Role, nth: 'first' | 'second') => {
    const context = await browser.newContext({ ...DESK, reducedMotion: 'reduce' });
    const place = { dataDir: '', origin: faulty.origin, createSession: () => createMember(faulty.origin, nth) };
    const found = await crawl(context, role, place, shared, () => null);
    await context.close();
    return found();
  };
  expect((await crawlAs('player', 'first')).issues).toEqual([]);
  const { issues, likePages } = await crawlAs('moderator', 'second');
  expect(MEMBER_ISSUES.filter((meant) => !issues.some((fault) => fault.startsWith(meant)))).toEqual([]);
  expect(issues.filter((fault) => !MEMBER_ISSUES.some((meant) => fault.startsWith(meant)))).toEqual([]);
  expect(likePages).toBeGreaterThan(0);
  await faulty.stop();
});

test('who helps to press the pages of the team presses what is left, and finds what is wrong with it', async ({ browser }) => {
  const helped = Promise.withResolvers<void>();
  const openedBy = { first: 0, second: 0 };
  const faulty = await startMembersSite(async (_pathname, member) => {
    openedBy[member]++;
    if (member === 'second') helped.resolve();
    // The first member opens each page once, and waits with the first one to press until somebody helps.
    if (member === 'first' && openedBy.first > STAFF_PAGES.length) await helped.promise;
  });
  const shared = createSharedCrawlState(undefined, new Set(STAFF_PAGES), STAFF_PAGES);
  const crawlAs = async (nth: 'first' | 'second', what: typeof crawl) => {
    const context = await browser.newContext({ ...DESK, reducedMotion: 'reduce' });
    const place = { dataDir: '', origin: faulty.origin, createSession: () => createMember(faulty.origin, nth) };
    const found = await what(context, 'moderator', place, shared, () => null);
    await context.close();
    return found();
  };
  const crawled = crawlAs('first', crawl);
  await expect.poll(() => shared.staffPages.has('moderator')).toBe(true);
  const [own, helpers] = await Promise.all([crawled, crawlAs('second', helpCrawl)]);
  // Also where somebody has helped, what only the first member's site shows is pressed by that member.
  const ownMeant = STAFF_PAGES.map((route) => `moderator on ${route}: ${FIRST_STAFF_ISSUE}`);
  expect(own.issues).toHaveLength(ownMeant.length);
  expect(ownMeant.filter((each) => !own.issues.some((issue) => issue.startsWith(each)))).toEqual([]);
  const helpedOn = STAFF_PAGES.filter((route) => helpers.presses.some((press) => press.startsWith(`${route} `)));
  expect(helpedOn).not.toEqual([]);
  const meant = helpedOn.map((route) => `moderator on ${route}: ${STAFF_ISSUE}`);
  expect(helpers.issues).toHaveLength(meant.length);
  expect(meant.filter((each) => !helpers.issues.some((issue) => issue.startsWith(each)))).toEqual([]);
  const pressed = [...own.presses, ...helpers.presses];
  // The planted one sends something else on each site, so it is another button.
  const same = pressed.filter((press) => !press.endsWith("'What is this?'"));
  expect(new Set(same).size).toBe(same.length);
  expect(STAFF_PAGES.filter((route) => !pressed.some((press) => press.startsWith(`${route} `)))).toEqual([]);
  await faulty.stop();
});

test('where only some pages are asked for, the others are opened and not pressed', async ({ browser }) => {
  const faulty = await startBrokenSite();
  const context = await browser.newContext({ ...DESK, reducedMotion: 'reduce' });
  const place = { dataDir: '', origin: faulty.origin };
  const found = await crawl(context, 'visitor', place, createSharedCrawlState(undefined, new Set(['/careers']), BROKEN_PAGES), () => null);
  await context.close();
  expect(found().presses).toEqual([]);
  expect(found().issues.filter((fault) => isFoundByPressing(fault))).toEqual([]);
  const opened = EXPECTED_ISSUES.filter((meant) => meant.startsWith('visitor on /careers') || meant.startsWith('visitor on /about'));
  expect(opened.filter((meant) => !found().issues.some((fault) => fault.startsWith(meant)))).toEqual([]);
  await faulty.stop();
});

test('a page that never comes to rest hangs, and is not said to do nothing', async ({ browser }) => {
  const faulty = await startBrokenSite();
  const context = await browser.newContext({ ...DESK, reducedMotion: 'reduce' });
  const { page, traffic } = await Tab.open(context, faulty.origin);
  await page.goto(`${faulty.origin}/hangs`);
  expect(await waitUntilIdle(page, traffic, { hangMs: 1_000 })).toContain('GET /never is on its way');
  await context.close();
  await faulty.stop();
});

test('two pages look alike if they differ only in whom they are about and in what is in their lists', () => {
  const draw = (main: string) =>
    outlinePage(parsePage(`<html><body><header><a href="/friends">Friends</a></header><main>${main}</main></body></html>`), ['Amina']).look;
  const page = draw('<h1>Hello Amina, you have 3 friends</h1><ul><li><a href="/friends/a">Pal abcde</a></li></ul>');
  expect(
    draw(
      '<h1>Hello Amina, you have 12 friends</h1><ul><li><a href="/friends/b">Pal vwxyz</a></li><li><a href="/friends/c">Juma</a></li></ul>',
    ),
  ).toBe(page);
  const others = [
    '<h1>Goodbye Amina, you have 3 friends</h1><ul><li><a href="/friends/a">Pal abcde</a></li></ul>',
    '<h1>Hello Amina, you have 3 friends</h1><ul><li><a href="/friends/a">Pal abcde</a><button>Remove</button></li></ul>',
    '<h1>Hello Amina, you have 3 friends</h1><ul><li><a href="/friends/a">Pal abcde</a></li></ul><a href="/moderation">More</a>',
    '<h1>Hello Amina, you have 3 friends</h1>',
    '<h1>Hello Amina, you have 3 friends</h1><ul><li><a href="/chat/a">Pal abcde</a></li></ul>',
    '<h1>Hello Amina, you have 3 friends</h1><ul><li><a href="/friends/a?tab=games">Pal abcde</a></li></ul>',
    '<h1>Hello Amina, you have 3 friends</h1><ul><li><a href="/friends/a" target="_blank">Pal abcde</a></li></ul>',
  ];
  expect(others.filter((main) => draw(main) === page)).toEqual([]);
  const row = (button: string) => draw(`<h1>Friends</h1><ul><li>${button}</li></ul>`);
  const remove = '<button name="do" value="remove" popovertarget="menu" aria-label="Remove Pal abcde">Remove</button>';
  expect(row(remove.replace('abcde', 'vwxyz'))).toBe(row(remove));
  const changed = [
    remove.replace('"do"', '"to"'),
    remove.replace('"remove"', '"block"'),
    remove.replace('>Remove<', '>Block<'),
    remove.replace('Remove Pal', 'Block Pal'),
    remove.replace(' popovertarget="menu"', ''),
    remove + remove,
  ];
  expect(changed.filter((button) => row(button) === row(remove))).toEqual([]);
});

test('as everybody: no dead link, no error in the console, no button without effect', async ({ browser }, info) => {
  // There are ever more pages and buttons: so only a pause without progress counts as a hang, not the total time.
  const began = Date.now();
  const goesOn = () => test.setTimeout(Date.now() - began + STILL_MS);
  goesOn();
  const shared = createSharedCrawlState(goesOn, ONLY);
  const walked = await Promise.all(WALKS.map((roles) => walk(browser, roles, shared)));
  const lines: string[] = [];
  const faults: string[] = [];
  for (const { title, seconds, found } of walked.flat()) {
    const { pages, likePages, links, clickedLinks: clicked, presses, issues: own } = found();
    lines.push(`${title}:`, ...pages, '', ...presses, '');
    faults.push(...own);
    const counts = [
      `${pages.length} pages`,
      `${likePages} like others`,
      `${links} links`,
      `${clicked} followed by hand`,
      `${presses.length} presses`,
      `${seconds} s`,
    ];
    console.log(`${title}: ${counts.join(', ')}`);
  }
  // A file, because attached texts are displayed only in part.
  const where = info.outputPath('where-it-was.txt');
  await fs.writeFile(where, lines.join('\n'));
  await info.attach('where it was', { path: where, contentType: 'text/plain' });
  for (const { err } of sites) expect(err, 'what a site complained about').toBe('');
  expect(faults).toEqual([]);
});

/** The role whose pages take longest: whoever is done with theirs helps to press those of the team. */
const LONGEST: Role = 'operator';

/** Crawls as one role after the other, on a site of their own, and then helps the longest crawl. */
async function walk(browser: Browser, roles: Role[], shared: ReturnType<typeof createSharedCrawlState>) {
  const env = await createSiteEnv({ prepared: true });
  const site = await startSite({ ...env, API_RATE: '0' });
  sites.push(site);
  const place = { dataDir: env['DATA_DIR'] ?? '', origin: site.url };
  const walked: { title: string; found: Awaited<ReturnType<typeof crawl>>; seconds: number }[] = [];
  const as = async (role: Role, what: typeof crawl) => {
    // The service worker is enabled for the most common roles; for the others it would only take time.
    const serviceWorkers = role === 'visitor' || role === 'player' ? 'allow' : 'block';
    const context = await browser.newContext({ ...DEVICES[role], reducedMotion: 'reduce', serviceWorkers });
    const began = Date.now();
    const found = await what(context, role, place, shared, (route) => statusFor(role, route));
    await context.close();
    walked.push({ title: what === helpCrawl ? `help for ${role}` : role, found, seconds: Math.round((Date.now() - began) / 1000) });
  };
  for (const role of roles) await as(role, crawl);
  if (!roles.includes(LONGEST)) await as(LONGEST, helpCrawl);
  return walked;
}
