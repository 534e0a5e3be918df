import fs from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { crawl } from './crawl.ts';
import { FAULTS, startFaulty } from './crawl-faulty.ts';
import { ROLES, type Role } from './crawl-world.ts';
import { settings, start, type Site } from './own-site.ts';

// Follows every link and presses every button, as everybody who comes here. Each has a site of their own: what an operator presses
// is felt by all. Half of them carry a phone.

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 800 } };
const DEVICES: Record<Role, object> = { visitor: PHONE, player: DESK, premium: PHONE, moderator: PHONE, operator: DESK };

/** As whom: everybody, or the roles named in CRAWL_AS where time is short. */
function crawled(): Role[] {
  const named = process.env['CRAWL_AS'];
  if (named === undefined) return [...ROLES];
  return named.split(' ').map((name) => {
    const role = ROLES.find((one) => one === name);
    if (role === undefined) throw new Error(`CRAWL_AS names ${name}, which is none of ${ROLES.join(', ')}`);
    return role;
  });
}

/** What a page answers that is not for them: visitors are led to sign in. */
function statusFor(role: Role, route: string): number | null {
  const isTeams = /^\/(moderation|operator)\b/.test(route);
  if (!isTeams || role === 'visitor' || role === 'operator') return null;
  return role === 'moderator' && route.startsWith('/moderation') ? null : 403;
}

// A recording of some hundred presses, each with the page before and after, is larger than what it would explain.
test.use({ trace: 'off' });

let site: Site | undefined;
test.afterEach(async () => {
  site?.child.kill('SIGTERM');
  await site?.ended;
});

test('whatever is wrong with a site is found', async ({ browser }) => {
  test.setTimeout(180_000);
  const faulty = await startFaulty();
  const context = await browser.newContext({ ...DESK, reducedMotion: 'reduce' });
  const { faults } = await crawl(context, 'visitor', { dataDir: '', origin: faulty.origin }, () => null);
  await context.close();
  await faulty.stop();
  const isMeant = (fault: string, meant: string) => fault.startsWith(meant);
  expect(FAULTS.filter((meant) => !faults.some((fault) => isMeant(fault, meant)))).toEqual([]);
  // And nothing else: no fault where there is none. What a page is like, it is each time it is opened.
  expect(faults.filter((fault) => !FAULTS.some((meant) => isMeant(fault, meant)))).toEqual([]);
});

for (const role of crawled()) {
  test(`as ${role}: no dead link, no error in the console, no button without effect`, async ({ browser }, info) => {
    test.setTimeout(1_500_000);
    const env = await settings();
    site = await start({ ...env, API_RATE: '0' });
    const place = { dataDir: env['DATA_DIR'] ?? '', origin: site.url };
    // The worker that keeps pages is at work for those who are most; for the others it would only take time.
    const serviceWorkers = role === 'visitor' || role === 'player' ? 'allow' : 'block';
    const context = await browser.newContext({ ...DEVICES[role], reducedMotion: 'reduce', serviceWorkers });
    const began = Date.now();
    const { faults, pages, links, clicked, presses } = await crawl(context, role, place, (route) => statusFor(role, route));
    await context.close();
    // A file, since what is attached as text is shown only in part.
    const where = info.outputPath('where-it-was.txt');
    await fs.writeFile(where, [...pages, '', ...presses].join('\n'));
    await info.attach('where it was', { path: where, contentType: 'text/plain' });
    console.log(
      `${role}: ${pages.length} pages, ${links} links, ${clicked} followed by hand, ${presses.length} presses, ${Math.round((Date.now() - began) / 1000)} s`,
    );
    expect(site.err, 'what the site complained about').toBe('');
    expect(faults).toEqual([]);
  });
}
