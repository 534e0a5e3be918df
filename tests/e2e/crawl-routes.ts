import fs from 'node:fs';
import path from 'node:path';
import { matchRoutes } from 'react-router';
import routes from '../../src/routes.ts';
import { root } from './own-site.ts';
import type { Role } from './crawl-users.ts';

// All routes of the site, and which roles must reach them.

type Entry = { path: string; index: boolean; file: string };

const entries: Entry[] = routes.map(({ path: pattern = '', index = false, file }) => ({ path: pattern, index, file }));
const matchable = entries.map(({ path: pattern, index }) => ({ path: index ? '/' : `/${pattern}`, id: index ? '/' : `/${pattern}` }));

/** All paths of src/routes.ts, with their parameters. */
export const ROUTES: string[] = matchable.map(({ id }) => id);

/** The paths without parameters that are pages (other routes only return data). */
export const STATIC_PAGES: string[] = entries
  .filter(({ path: pattern, file }) => !/[:*]/.test(pattern) && /export default|export \{ .*default/.test(readRouteSource(file)))
  .map(({ path: pattern, index }) => (index ? '/' : `/${pattern}`));

function readRouteSource(file: string): string {
  return fs.readFileSync(path.join(root, 'src', file), 'utf8');
}

/** A cache, because matching ranks all routes every time. */
const routeByPath = new Map<string, string | null>();

/** The route of src/routes.ts that matches a path; null for files and everything else. */
export function findRoute(pathname: string): string | null {
  const before = routeByPath.get(pathname);
  if (before !== undefined) return before;
  const route = matchRoute(pathname);
  routeByPath.set(pathname, route);
  return route;
}

function matchRoute(pathname: string): string | null {
  const asked = pathname.replace(/^\/_root\.data$/, '/').replace(/\.data$/, '');
  const match = matchRoutes(matchable, asked)?.at(-1)?.route.id ?? null;
  return match === '/*' ? null : match;
}

/** Whether a role must be able to reach a route through links and buttons alone. */
export function mustBeReachedBy(role: Role, route: string): boolean {
  if (route in UNLINKED_ROUTES) return false;
  return (
    (ROLE_BY_ROUTE[route] ?? (route.startsWith('/operator') ? 'operator' : route.startsWith('/moderation') ? 'moderator' : 'player')) ===
    role
  );
}

const ROLE_BY_ROUTE: Record<string, Role> = {
  '/avatars/pictures/:id': 'premium',
  '/avatars/try-on/:item': 'player',
  '/login': 'visitor',
  '/moderation/players/:id/export': 'operator',
  '/signup': 'visitor',
  '/subscription/receipts/:reference': 'premium',
};

/** Routes that no page links to, and why that is correct. */
export const UNLINKED_ROUTES: Record<string, string> = {
  '/confirm-email': 'comes by mail',
  '/reset-password': 'comes by mail',
  '/settings/email/:token': 'comes by mail',
  '/mails/stop/:key': 'comes by mail',
  '/guardian/:key': 'comes by mail',
  '/guardian/pay/:key': 'comes by mail',
  '/profile/:id': 'the address of a profile that is passed on: pages link to /friends/:id',
  '/newsletter/confirm/:token': 'comes by mail',
  '/newsletter/leave/:token': 'comes by mail',
  '/auth/google': 'without another site to sign in with, its button says that there is none (google.spec.ts has one)',
  '/auth/callback/google': 'the other site leads back there',
  '/consent': 'asked for where no script runs',
  '/consent/style': 'asked for where no script runs',
  '/announcements/line': 'asked for where no script runs, and only while there is a line (announcements.spec.ts has some)',
  '/dev/outbox': 'only in demo mode: the start of the site names it',
  '/dev/outbox/:name': 'only in demo mode: from the outbox',
  '/age': 'shown to who has not said how old they are, whatever they open',
  '/guardian': 'for players under 18 (guardian.spec.ts has one)',
  '/ask-at-home': 'for players under 18 whose guardian wants to be asked (ask-at-home.spec.ts has one)',
  '/search': 'asked by the search field while somebody types (content-marks.spec.ts does)',
  '/operator/figures.csv': 'a file below figures, which are there from the first count on (statistics.spec.ts has some)',
  '/operator/payments/days.csv': 'a file of a month or a day (disputes.test.ts has some)',
  '/operator/texts/:kind/:slug/preview': 'asked while an operator types in a text (texts.spec.ts does)',
  '/operator/games/:id/check-picture': 'a picture of a game that a browser opened (game-checks/service.test.ts has one)',
  '/operator/games/:id/cover': 'a picture of a game that is hidden (game-admin.test.ts has one)',
  '/under-13': 'shown to who says that they are under 13',
  '/leaving': 'shown to who deletes an account, whatever they open',
  '/offline': 'shown when there is no network',
  '/*': 'every address that is none',
};
