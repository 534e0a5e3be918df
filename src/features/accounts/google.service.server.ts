import { safeReturnPath } from '../../shared/return-path.ts';
import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { hashEmail, isEmailBanned } from './banned-emails/service.server.ts';
import { GOOGLE_LIMIT } from './sign-in-limits/rules.ts';
import { consumeRateLimit } from './sign-in-limits/service.server.ts';
import { deleteUnconfirmedPlayers, reserveUsername, isGoogleIdentityKnown, isUsernameFree } from './queries.server.ts';
import { displayNameFromEmail, usernameFromEmail, usernameWithSuffix, UNCONFIRMED_DAYS } from './rules.ts';
import type { FlashMessage } from './schema.ts';
import { readSessionToken, endRefusedSession, authenticate } from './sessions/service.server.ts';
import { getMaintenanceNotice, isFeatureEnabled } from '../feature-flags/service.server.ts';
import { moderateNames } from '../safety/service.server.ts';
import { getAllowedDisplayName, toCookieHeader, completeSignIn } from './service.server.ts';

/** The redirect target and the cookies to set. */
export type AuthRedirect = { to: string; cookies: string[] };

/** Error codes that are part of normal use and are not logged as errors. */
const EXPECTED_ERROR_CODES = [
  'account_not_linked',
  'access_denied',
  'google-unconfirmed',
  'google-refused',
  'state_mismatch',
  'state_not_found',
];
/** Gives up after this many candidate usernames: something else must be wrong then. */
const USERNAME_ATTEMPTS_MAX = 40;

/** Whether sign-in with Google is configured. */
export function isGoogleConfigured(ctx: AppContext): boolean {
  return ctx.config.issuer !== null;
}

/**
 * Redirects the browser to Google to sign in or, with `link`, to connect the Google account to the account signed in here.
 * @param returnUrl where to go afterwards; anything but a path on this site is ignored.
 */
export async function startGoogleSignIn(
  ctx: AppContext,
  actor: Actor,
  returnUrl: string | null,
  link: boolean,
  clientInfo: ClientInfo,
): Promise<AuthRedirect> {
  authorize(actor, 'account:sign-in');
  const path = safeReturnPath(returnUrl);
  // If connecting fails, a signed-in player stays on their page: the login page would only redirect them away.
  const failed = link ? (path ?? '/') : `/login${path ? `?returnUrl=${encodeURIComponent(path)}` : ''}`;
  if (!isGoogleConfigured(ctx) || (await consumeRateLimit(ctx, GOOGLE_LIMIT, clientInfo.address)))
    return { to: withFlashMessage(failed, 'google-failed'), cookies: [] };
  try {
    const done = path ?? '/';
    const { url, cookies } = await ctx.auth.startGoogle(
      { done: link ? withFlashMessage(done, 'google-connected') : done, failed, link },
      clientInfo,
    );
    return { to: url, cookies };
  } catch (error) {
    ctx.log.error({ err: error }, 'the sign-in site cannot be reached');
    return { to: withFlashMessage(failed, 'google-failed'), cookies: [] };
  }
}

/** Handles the redirect back from Google. @param search the query string that Google sent. */
export async function finishGoogleSignIn(ctx: AppContext, actor: Actor, search: string, clientInfo: ClientInfo): Promise<AuthRedirect> {
  authorize(actor, 'account:sign-in');
  const { requestId } = clientInfo;
  const logFailure = (reason: string) => ctx.logSecurity('authn_login_fail', [null], { method: 'google', reason, requestId });
  let isNew = false;
  let closed: FlashMessage | null = null;
  try {
    if (!isGoogleConfigured(ctx) || !isOAuthCallback(search) || (await consumeRateLimit(ctx, GOOGLE_LIMIT, clientInfo.address)))
      return { to: withFlashMessage('/login', 'google-failed'), cookies: [] };
    const signInCallbacks = {
      prepareSignUp: async (subject: string, email: string) => {
        if (await isGoogleIdentityKnown(ctx.db, subject, email)) return null;
        if (await isEmailBanned(ctx, email)) return 'refused' as const;
        closed = await findClosedSignUp(ctx);
        if (closed !== null) return 'refused' as const;
        isNew = true;
        return { ...(await generateNames(ctx, email)), emailHash: hashEmail(ctx, email) };
      },
      releaseEmail: (email: string) => deleteUnconfirmedPlayers(ctx.db, { email }),
    };
    const { location, cookies } = await ctx.auth.finishGoogle(search, clientInfo, signInCallbacks);
    const to = toLocalPath(ctx, location);
    // Only a session cookie proves success: the redirect URL can contain anything.
    const header = toCookieHeader(cookies);
    const player = readSessionToken(ctx, header) === null ? null : await authenticate(ctx, header);
    const refusal = await endRefusedSession(ctx, header);
    if (refusal) {
      logFailure(refusal.reason);
      return { to: withFlashMessage('/login', refusal.reason === 'banned' ? 'account-closed' : refusal.reason), cookies: [] };
    }
    if (player) {
      const { id } = player.viewer;
      if (isNew) ctx.logSecurity('user_created', [id, id, 'player'], { method: 'google', requestId });
      return { to, cookies: await completeSignIn(ctx, id, cookies, clientInfo, 'google') };
    }
    const error = new URL(to, ctx.config.origin).searchParams.get('error');
    if (error === null || new URL(to, ctx.config.origin).searchParams.get('news') === 'google-connected') return { to, cookies };
    if (closed !== null) {
      logFailure('sign-ups-closed');
      return { to: withFlashMessage('/login', closed), cookies };
    }
    // The browser brings the code: only those that we know go into the log.
    logFailure(EXPECTED_ERROR_CODES.includes(error) ? error : 'other');
    if (!EXPECTED_ERROR_CODES.includes(error)) ctx.log.error({ code: error.slice(0, 100) }, 'the way through the sign-in site failed');
    return { to: urlAfterFailure(to, error), cookies };
  } catch (error) {
    ctx.log.error({ err: error }, 'the way back from the sign-in site failed');
    return { to: withFlashMessage('/login', 'google-failed'), cookies: [] };
  }
}

/** Why nobody gets a new account now; null: they do. The door of forms does not see a return from Google, which is no form. */
async function findClosedSignUp(ctx: AppContext): Promise<FlashMessage | null> {
  if ((await getMaintenanceNotice(ctx)) !== null) return 'read-only';
  return (await isFeatureEnabled(ctx, 'sign-ups')) ? null : 'sign-ups-closed';
}

/** Whether the query string can come from Google. Anything else is rejected without further checks. */
function isOAuthCallback(search: string): boolean {
  const params = new URLSearchParams(search);
  return (
    search.length <= 4096 &&
    /^[\w.~-]{1,256}$/.test(params.get('state') ?? '') &&
    [...params.values()].every((value) => !value.includes('\0'))
  );
}

/** Display name and username from an email address; a taken username gets a number (spec 1, section 5). */
async function generateNames(ctx: AppContext, email: string): Promise<{ username: string; displayName: string }> {
  const derived = usernameFromEmail(email);
  const [verdict] = await moderateNames(ctx, [derived]);
  const base = verdict ? 'player' : derived;
  const now = ctx.now();
  for (let n = 1; n <= USERNAME_ATTEMPTS_MAX; n++) {
    const username = usernameWithSuffix(base, n, Math.random());
    if (!(await isUsernameFree(ctx.db, username))) continue;
    // Reserve the name at once, so that two concurrent sign-ups do not get the same one.
    const until = new Date(now.getTime() + UNCONFIRMED_DAYS * 86_400_000);
    if (await reserveUsername(ctx.db, { username, claimHash: null, playerId: null }, until, now))
      return { username, displayName: await getAllowedDisplayName(ctx, displayNameFromEmail(email)) };
  }
  throw new Error('no free username was found');
}

/** The auth library redirects to URLs on this site. Anything else becomes the home page. */
function toLocalPath(ctx: AppContext, location: string): string {
  const url = new URL(location, ctx.config.origin);
  const path = `${url.pathname}${url.search}`;
  return url.origin === ctx.config.origin && safeReturnPath(path.split('?')[0]) !== null ? path : '/';
}

/**
 * Where a failed sign-in redirects to. `account_not_linked`: the email belongs to an account that is not connected to Google. Its owner
 * signs in with the password first, and then both are connected.
 */
function urlAfterFailure(to: string, error: string): string {
  const url = new URL(to, 'http://x');
  url.searchParams.delete('error');
  url.searchParams.delete('error_description');
  if (error === 'account_not_linked') url.searchParams.set('link', 'google');
  const flashMessageByError: Record<string, FlashMessage | null> = {
    account_not_linked: null,
    access_denied: null,
    'google-unconfirmed': 'google-unconfirmed',
    'google-refused': 'google-refused',
  };
  const path = `${url.pathname}${url.search}`;
  const flashMessage = error in flashMessageByError ? flashMessageByError[error] : 'google-failed';
  return flashMessage ? withFlashMessage(path, flashMessage) : path;
}

function withFlashMessage(path: string, message: FlashMessage): string {
  return `${path}${path.includes('?') ? '&' : '?'}news=${message}`;
}
