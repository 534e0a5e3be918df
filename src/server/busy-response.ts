import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';
import { pageCsp, SECURITY_HEADERS, transportSecurity } from './headers.ts';
import type { Config } from '../config.server.ts';
import type { AppContext } from '../context.server.ts';
import { actionFailure } from '../shared/action-result.ts';
import { kindOfRequest, type OverloadGuard } from './overload.ts';

/** For a form that was not taken. */
const NOT_SENT = 'This was not sent. Wait a moment, go back, and send it again: what you typed should still be there.';

/** An overload is logged at most this often. */
const LOG_INTERVAL_MS = 60_000;

type Refusal = {
  /**
   * 'busy': the process has too much to do; 'away': the database does not answer; 'away-status': the same for who asks whether all works;
   * 'often': one visitor or player asks too much.
   */
  reason: 'busy' | 'away' | 'away-status' | 'often';
  /** 'json' for the site's own scripts, 'problem' for the public API. */
  as: 'page' | 'json' | 'problem';
  /** Whether a form was sent. */
  isForm: boolean;
  /** The Retry-After header: seconds. */
  retryAfter: string;
};

/** A response before it is sent. */
export type RefusalResponse = { status: number; headers: Record<string, string>; body: string };

/**
 * Decides whether a request is refused, and how. Null: it is served. 'by-action': it is a form that a script sent, and its action refuses it,
 * so that the page can say so next to what was typed. Otherwise the function sends the response.
 */
export function createRefusal({ log, now }: AppContext, guard: OverloadGuard, refuse: RefusalResponses) {
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  const logOverload = () => {
    const at = now().getTime();
    if (at - lastLoggedAt < LOG_INTERVAL_MS) return;
    lastLoggedAt = at;
    log.warn(guard.load(), 'overloaded: some requests are refused');
  };
  return (req: IncomingMessage, path: string): null | 'by-action' | ((res: ServerResponse) => void) => {
    const kind = kindOfRequest(req, path);
    if (kind === null || !guard.isOverloadedFor(kind)) return null;
    logOverload();
    const isForm = req.method === 'POST';
    const isDocument = req.headers.accept?.includes('text/html') === true;
    if (isForm && !isDocument) return 'by-action';
    const as = path.startsWith('/api/') ? 'problem' : isDocument ? 'page' : 'json';
    return (res) => sendRefusal(res, refuse({ reason: 'busy', as, isForm, retryAfter: guard.retryAfter() }));
  };
}

/** The response to one who asks too much. @param wait seconds */
export function refuseOften(refusals: RefusalResponses, { headers }: IncomingMessage, wait: number): RefusalResponse {
  const as = headers.accept?.includes('text/html') === true ? 'page' : 'json';
  return refusals({ reason: 'often', as, isForm: false, retryAfter: String(wait) });
}

/** The response to one who is signed in, or may be, while the database that knows it does not answer. @param retryAfter seconds */
export function refuseAway(refusals: RefusalResponses, { headers, method }: Request, retryAfter: string): RefusalResponse {
  const as = headers.get('accept')?.includes('text/html') === true ? 'page' : 'json';
  return refusals({ reason: 'away', as, isForm: method === 'POST', retryAfter });
}

/** Sends a refusal. */
export function sendRefusal(res: ServerResponse, { status, headers, body }: RefusalResponse): void {
  res.writeHead(status, headers);
  res.end(body);
}

export type RefusalResponses = (refusal: Refusal) => RefusalResponse;

/**
 * Makes the response to a request that is refused because there are too many. It costs next to nothing: the page is no React page, but a text
 * with the site's own style sheets, and it loads no scripts.
 * @param build the pages as built, for the addresses of the style sheets
 */
export function createRefusalResponses(config: Config, build: ServerBuild | null): RefusalResponses {
  const styles = build?.assets.routes['root']?.css ?? [];
  const common = { ...SECURITY_HEADERS, ...transportSecurity(config), 'cache-control': 'no-store' };
  const pageHeaders = { ...common, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pageCsp(config, { hashes: [] }) };
  const busy = 'Too many people are here at once';
  const away = 'Kiddo is having a short break';
  const pages = {
    busy: formatPage(styles, busy, 'Nothing is broken, and it is not your fault. Wait a moment, then try again.', true),
    busyForm: formatPage(styles, busy, NOT_SENT, false),
    away: formatPage(styles, away, 'Nothing is lost, and it is not your fault. We are on it. Wait a minute, then try again.', true),
    awayForm: formatPage(styles, away, NOT_SENT, false),
    'away-status': formatPage(
      styles,
      'Kiddo is having a break right now',
      'Its database does not answer. Pages may be old, and nobody can sign in, chat or save until it is back. We are on it. Wait a minute, then try again.',
      true,
    ),
    often: formatPage(
      styles,
      'That was very fast',
      'Very many pages were opened from here in a short time. Nothing is broken. Wait a minute, then try again.',
      true,
    ),
  };
  const byReason = { ...pages, oftenForm: pages.often, 'away-statusForm': pages.awayForm };
  return ({ reason, as, isForm, retryAfter }) => {
    const status = reason === 'often' ? 429 : 503;
    const code = reason === 'often' ? 'too-many-requests' : 'unavailable';
    const retry = { 'retry-after': retryAfter };
    if (as === 'page')
      return { status, headers: { ...pageHeaders, ...retry }, body: byReason[isForm ? (`${reason}Form` as const) : reason] };
    if (as === 'json')
      return {
        status,
        headers: { ...common, ...retry, 'content-type': 'application/json' },
        body: JSON.stringify(actionFailure(code)),
      };
    const problem = { type: 'about:blank', title: code, status, requestId: '' };
    return {
      status,
      headers: { ...common, ...retry, 'content-type': 'application/problem+json', 'access-control-allow-origin': '*' },
      body: JSON.stringify(problem),
    };
  };
}

/** @param hasRetry whether the address can simply be opened again: a form would be lost by that */
function formatPage(styles: readonly string[], title: string, text: string, hasRetry: boolean): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  const retry = '<div class="acts"><a class="btn primary multiline" href="">Try Again</a></div>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title} | Kiddo</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${links}
</head>
<body>
<main id="page">
<div class="wrap"><div class="empty page"><img class="kombi" src="/brand/kombi-oops.svg" alt="" width="220" height="192"><h1 class="title">${title}</h1><p>${text}</p>${hasRetry ? retry : ''}</div></div>
</main>
</body>
</html>
`;
}
