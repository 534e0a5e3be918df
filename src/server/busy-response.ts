import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';
import { pageCsp, SECURITY_HEADERS, transportSecurity } from './headers.ts';
import type { Config } from '../config.server.ts';
import type { AppContext } from '../context.server.ts';
import { actionFailure } from '../shared/action-result.ts';
import { kindOfRequest, type OverloadGuard } from './overload.ts';

/** An overload is logged at most this often. */
const LOG_INTERVAL_MS = 60_000;

type Refusal = {
  /** 'json' for the site's own scripts, 'problem' for the public API. */
  as: 'page' | 'json' | 'problem';
  /** Whether a form was sent. */
  isForm: boolean;
  retryAfter: string;
};

/**
 * Decides whether a request is refused, and how. Null: it is served. 'by-action': it is a form that a script sent, and its action refuses it,
 * so that the page can say so next to what was typed. Otherwise the function sends the response.
 */
export function createRefusal({ config, log, now }: AppContext, build: ServerBuild | null, guard: OverloadGuard) {
  const sendBusy = createBusyResponse(config, build);
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
    return (res) => sendBusy(res, { as, isForm, retryAfter: guard.retryAfter() });
  };
}

/**
 * Makes the response to a request that is refused because there are too many. It costs next to nothing: the page is no React page, but a text
 * with the site's own style sheets, and it loads no scripts.
 * @param build the pages as built, for the addresses of the style sheets
 */
function createBusyResponse(config: Config, build: ServerBuild | null): (res: ServerResponse, refusal: Refusal) => void {
  const styles = build?.assets.routes['root']?.css ?? [];
  const common = { ...SECURITY_HEADERS, ...transportSecurity(config), 'cache-control': 'no-store' };
  const pageHeaders = { ...common, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pageCsp(config, { hashes: [] }) };
  const page = formatBusyPage(styles, 'Nothing is broken, and it is not your fault. Wait a moment, then try again.', true);
  const afterForm = formatBusyPage(
    styles,
    'This was not sent. Wait a moment, go back, and send it again: what you typed should still be there.',
    false,
  );
  const problem = { type: 'about:blank', title: 'unavailable', status: 503, requestId: '' };
  const responses = {
    page: { headers: pageHeaders, body: page },
    form: { headers: pageHeaders, body: afterForm },
    json: { headers: { ...common, 'content-type': 'application/json' }, body: JSON.stringify(actionFailure('unavailable')) },
    problem: {
      headers: { ...common, 'content-type': 'application/problem+json', 'access-control-allow-origin': '*' },
      body: JSON.stringify(problem),
    },
  };
  return (res, { as, isForm, retryAfter }) => {
    const { headers, body } = responses[as === 'page' && isForm ? 'form' : as];
    res.writeHead(503, { ...headers, 'retry-after': retryAfter });
    res.end(body);
  };
}

/** @param hasRetry whether the address can simply be opened again: a form would be lost by that */
function formatBusyPage(styles: readonly string[], text: string, hasRetry: boolean): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  const retry = '<div class="acts"><a class="btn primary multiline" href="">Try Again</a></div>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Too many people are here at once | Kiddo</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${links}
</head>
<body>
<main id="page">
<div class="wrap"><div class="empty page"><img class="kombi" src="/brand/kombi-oops.svg" alt="" width="220" height="192"><h1 class="title">Too many people are here at once</h1><p>${text}</p>${hasRetry ? retry : ''}</div></div>
</main>
</body>
</html>
`;
}
