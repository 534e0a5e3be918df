import { safeReturnPath } from '../../../shared/return-path.ts';
import type { AppContext } from '../../../context.server.ts';
import type { ClientInfo } from '../../../infra/sign-in/sign-in.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { GOOGLE } from '../guarding/rules.ts';
import { countAsked } from '../guarding/service.server.ts';
import { deleteUnconfirmed, holdUsername, isKnownNewcomer, isUsernameFree } from '../queries.server.ts';
import { derivedDisplayName, derivedUsername, isKeptUsername, numberedUsername, UNCONFIRMED_DAYS } from '../rules.ts';
import type { News } from '../schema.ts';
import { sessionToken, turnAwayBanned, whoIs } from '../sessions/service.server.ts';
import { judgeNames } from '../../safety/service.server.ts';
import { fitName, headerOf, welcome } from '../service.server.ts';

/** Where the browser goes next, with its cookies. */
export type Way = { to: string; cookies: string[] };

/** Ends that have words of their own. */
const EXPECTED = ['account_not_linked', 'access_denied', 'google-unconfirmed', 'state_mismatch', 'state_not_found'];
/** More names than this are not tried: then something else is wrong. */
const NAMES_TRIED = 40;

/** Whether sign-in through another site is set up here. */
export function isGoogleSetUp(ctx: AppContext): boolean {
  return ctx.config.issuer !== null;
}

/**
 * Sends the browser to the other site to sign in, or (`link`) to connect that account to the one signed in here.
 * @param back where to end up; anything but a path of ours is ignored.
 */
export async function startGoogle(ctx: AppContext, actor: Actor, back: string | null, link: boolean, visit: ClientInfo): Promise<Way> {
  authorize(actor, 'account:enter');
  const path = safeReturnPath(back);
  // Who is signed in stays where they are when connecting fails; the login page would only send them on.
  const failed = link ? (path ?? '/') : `/login${path ? `?returnUrl=${encodeURIComponent(path)}` : ''}`;
  if (!isGoogleSetUp(ctx) || (await countAsked(ctx, GOOGLE, visit.address))) return { to: told(failed, 'google-failed'), cookies: [] };
  try {
    const done = path ?? '/';
    const { url, cookies } = await ctx.auth.startGoogle({ done: link ? told(done, 'google-connected') : done, failed, link }, visit);
    return { to: url, cookies };
  } catch (error) {
    ctx.log.error({ err: error }, 'the sign-in site cannot be reached');
    return { to: told(failed, 'google-failed'), cookies: [] };
  }
}

/** The browser is back from the other site. @param search the query it brought. */
export async function finishGoogle(ctx: AppContext, actor: Actor, search: string, visit: ClientInfo): Promise<Way> {
  authorize(actor, 'account:enter');
  try {
    if (!isGoogleSetUp(ctx) || !isAnswer(search) || (await countAsked(ctx, GOOGLE, visit.address)))
      return { to: told('/login', 'google-failed'), cookies: [] };
    const house = {
      newcomer: async (subject: string, email: string) =>
        (await isKnownNewcomer(ctx.db, subject, email)) ? null : deriveNames(ctx, email),
      makeWay: (email: string) => deleteUnconfirmed(ctx.db, { email }),
    };
    const { location, cookies } = await ctx.auth.finishGoogle(search, visit, house);
    const to = ownPath(ctx, location);
    // A session is the sign of success; an address may hold anything.
    const header = headerOf(cookies);
    const player = sessionToken(ctx, header) === null ? null : await whoIs(ctx, header);
    if (await turnAwayBanned(ctx, header)) return { to: told('/login', 'account-closed'), cookies: [] };
    if (player) return { to, cookies: await welcome(ctx, player.viewer.id, cookies, visit) };
    const error = new URL(to, ctx.config.origin).searchParams.get('error');
    if (error === null || new URL(to, ctx.config.origin).searchParams.get('news') === 'google-connected') return { to, cookies };
    if (!EXPECTED.includes(error)) ctx.log.error({ code: error.slice(0, 100) }, 'the way through the sign-in site failed');
    return { to: afterFailure(to, error), cookies };
  } catch (error) {
    ctx.log.error({ err: error }, 'the way back from the sign-in site failed');
    return { to: told('/login', 'google-failed'), cookies: [] };
  }
}

/** What the other site may bring: anything else was not sent by it, and is not looked at. */
function isAnswer(search: string): boolean {
  const params = new URLSearchParams(search);
  return (
    search.length <= 4096 &&
    /^[\w.~-]{1,256}$/.test(params.get('state') ?? '') &&
    [...params.values()].every((value) => !value.includes('\0'))
  );
}

/** Display name and username from an address; a taken username gets a number (spec 1, section 5). */
async function deriveNames(ctx: AppContext, email: string): Promise<{ username: string; displayName: string }> {
  const derived = derivedUsername(email);
  const [verdict] = await judgeNames(ctx, [derived]);
  const base = verdict ? 'player' : isKeptUsername(derived) ? `player_${derived}`.slice(0, 30) : derived;
  const now = ctx.now();
  for (let n = 1; n <= NAMES_TRIED; n++) {
    const username = numberedUsername(base, n, Math.random());
    if (!(await isUsernameFree(ctx.db, username))) continue;
    // Held at once, so that two who arrive together do not get the same.
    if (await holdUsername(ctx.db, username, null, new Date(now.getTime() + UNCONFIRMED_DAYS * 86_400_000), now))
      return { username, displayName: await fitName(ctx, derivedDisplayName(email)) };
  }
  throw new Error('no free username was found');
}

/** The library answers with addresses of ours; anything else leads home. */
function ownPath(ctx: AppContext, location: string): string {
  const url = new URL(location, ctx.config.origin);
  const path = `${url.pathname}${url.search}`;
  return url.origin === ctx.config.origin && safeReturnPath(path.split('?')[0]) !== null ? path : '/';
}

/** The address knows an account that never met this site: its owner proves it by signing in, then both are connected. */
function afterFailure(to: string, error: string): string {
  const url = new URL(to, 'http://x');
  url.searchParams.delete('error');
  url.searchParams.delete('error_description');
  if (error === 'account_not_linked') url.searchParams.set('link', 'google');
  const news: Record<string, News | null> = { account_not_linked: null, access_denied: null, 'google-unconfirmed': 'google-unconfirmed' };
  const path = `${url.pathname}${url.search}`;
  const said = error in news ? news[error] : 'google-failed';
  return said ? told(path, said) : path;
}

function told(path: string, news: News): string {
  return `${path}${path.includes('?') ? '&' : '?'}news=${news}`;
}
