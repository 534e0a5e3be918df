import { Hono } from 'hono';
import { CODE_TYPE, GUARD, LOCKDOWN, STRICT } from '../features/games/containment.rules.ts';
import { CACHEABLE_HEADER } from '../features/offline/schema.ts';
import { CLOCK_SKEW_MS, METADATA_PREFIX, GAME_PREFIX, GAMES_CACHE, OFFLINE_FRAME, PLAYERS_OFFLINE_MS } from '../shared/offline-games.ts';

/**
 * What a saved game may do: the same as on the games' origin (headers.ts), but without any URL, since everything is in one document.
 * The document names its own scripts (CONTAIN), since this policy is the same for all games. The game's document inherits this policy from the frame around it, and the sandbox gives it an opaque origin.
 */
const CSP = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  'connect-src data: blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Contains a game as the games' origin does (game-files.ts), here, because it may have been saved before that did: only its own scripts may
 * run, and what has to run first begins each of them.
 */
const CONTAIN = `
async function contain(text) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  // A saved game is one document: there is nothing that it could load. Text for browsers without scripts is read differently there.
  for (const each of page.querySelectorAll('iframe, link, noscript, script[src], template[shadowrootmode]')) each.remove();
  const guard = page.createElement('script');
  guard.textContent = ${JSON.stringify(GUARD)};
  page.head.prepend(guard);
  const hashes = [];
  for (const script of page.querySelectorAll('script')) {
    if (!${CODE_TYPE}.test(script.type.trim())) continue;
    const strict = ${STRICT}.test(script.textContent) ? '"use strict";' : '';
    script.textContent = strict + ${JSON.stringify(LOCKDOWN)} + script.textContent;
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script.textContent)));
    hashes.push("'sha256-" + btoa(String.fromCharCode(...hash)) + "'");
  }
  const policy = page.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "script-src 'wasm-unsafe-eval' " + hashes.join(' ');
  page.head.prepend(policy);
  return (page.doctype ? '<!doctype html>' : '') + page.documentElement.outerHTML;
}
`;

const SCRIPT = `${CONTAIN}
(async () => {
  if (parent === window) return;
  const id = encodeURIComponent(new URLSearchParams(location.search).get('game') || '');
  const find = (name) => caches.match(name, { cacheName: '${GAMES_CACHE}' });
  const [facts, kept] = await Promise.all([find('${METADATA_PREFIX}' + id), find('${GAME_PREFIX}' + id)]);
  if (!facts || !kept) return;
  const game = await facts.json();
  const age = Date.now() - game.checkedAt;
  const isPlayers = game.isPremium || game.playerId !== null;
  if (isPlayers && (age < -${CLOCK_SKEW_MS} || age >= ${PLAYERS_OFFLINE_MS})) return;
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-pointer-lock');
  frame.allow = 'fullscreen; autoplay; gamepad';
  frame.title = game.title;
  frame.srcdoc = await contain(await kept.text());
  addEventListener('message', (event) => {
    if (!event.data || event.data.kiddo !== 1) return;
    if (event.source === frame.contentWindow) parent.postMessage(event.data, location.origin);
    else if (event.source === parent && event.origin === location.origin) frame.contentWindow.postMessage(event.data, '*');
  });
  addEventListener('focus', () => frame.focus());
  document.body.append(frame);
})();
`;

const DOCUMENT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>A kept game</title>
<style>html,body{margin:0;height:100%;background:#0c2a30}iframe{display:block;width:100%;height:100%;border:0}</style>
</head>
<body><script>${SCRIPT}</script></body>
</html>
`;

/**
 * Serves the frame that runs a saved game: it reads the game from this device, puts it into a sandbox, and passes messages between the game
 * and the page.
 */
export function offlineFrameRoutes(): Hono {
  const app = new Hono();
  app.get(OFFLINE_FRAME, (c) => {
    const headers = {
      'content-security-policy': CSP,
      'x-dns-prefetch-control': 'off',
      'cache-control': 'no-cache',
      [CACHEABLE_HEADER]: 'frame',
    };
    return c.html(DOCUMENT, 200, headers);
  });
  return app;
}
