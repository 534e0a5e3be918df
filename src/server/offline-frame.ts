import { Hono } from 'hono';
import { CACHEABLE_HEADER } from '../features/offline/schema.ts';
import { CLOCK_SKEW_MS, METADATA_PREFIX, GAME_PREFIX, GAMES_CACHE, OFFLINE_FRAME, PREMIUM_OFFLINE_MS } from '../shared/offline-games.ts';

/**
 * What a saved game may do: the same as on the games' origin (headers.ts), but without any URL, since everything is in one document.
 * The game's document inherits this policy from the frame around it, and the sandbox gives it an opaque origin.
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

const SCRIPT = `
(async () => {
  if (parent === window) return;
  const id = encodeURIComponent(new URLSearchParams(location.search).get('game') || '');
  const find = (name) => caches.match(name, { cacheName: '${GAMES_CACHE}' });
  const [facts, kept] = await Promise.all([find('${METADATA_PREFIX}' + id), find('${GAME_PREFIX}' + id)]);
  if (!facts || !kept) return;
  const game = await facts.json();
  const age = Date.now() - game.checkedAt;
  if (game.isPremium && (age < -${CLOCK_SKEW_MS} || age >= ${PREMIUM_OFFLINE_MS})) return;
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-pointer-lock');
  frame.allow = 'fullscreen; autoplay; gamepad';
  frame.title = game.title;
  frame.srcdoc = await kept.text();
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
    const headers = { 'content-security-policy': CSP, 'cache-control': 'no-cache', [CACHEABLE_HEADER]: 'frame' };
    return c.html(DOCUMENT, 200, headers);
  });
  return app;
}
