import http from 'node:http';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';
import { readConfig } from '../../src/config.server.ts';
import { getRelease, loadBuiltSite } from '../../tests/http/built-site.ts';

// The baseline of a page's rendering. Each page is requested once from the built site in this process, which keeps what React Router
// gives to entry.server.tsx: the matched routes and their loaders' data. Then the same tree (ServerRouter with the built route modules) is
// rendered again and again with React's renderToString: without loaders, database, HTTP, and without the data that hydrates the page.
// Prints JSON: milliseconds of CPU time of one rendering, by path.

const WARM_UP_RENDERINGS = 200;
const MEASURED_MS = 700;

const { paths, cookie } = JSON.parse(process.argv[2] ?? '') as { paths: string[]; cookie: string };
const { startApp, siteListener, pages } = await loadBuiltSite();
const app = await startApp({ ...readConfig(), roles: [] }, { root: getRelease(), say: () => {} });
let captured: EntryContext | null = null;
const { module } = pages.entry;
const entry: typeof pages.entry = {
  module: {
    ...module,
    default: (request, status, headers, routerContext, loadContext) => {
      captured = routerContext;
      return module.default(request, status, headers, routerContext, loadContext);
    },
  },
};
const server = http.createServer(siteListener({ ctx: app.ctx, pages: { ...pages, entry }, assets: null })).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;

const result: Record<string, number> = {};
for (const address of paths) result[address] = await measure(address);
process.stdout.write(JSON.stringify(result));
process.exit(0);

async function measure(address: string): Promise<number> {
  const answer = await fetch(origin + address, { headers: { cookie } });
  const page = await answer.text();
  if (answer.status !== 200 || captured === null) throw new Error(`${address} was answered with ${answer.status}`);
  const context: EntryContext = captured;
  captured = null;
  const render = () => {
    // A stream can be read once only: this is the loaders' data for the browser.
    const fresh = { ...context, serverHandoffStream: undefined, renderMeta: {} };
    return renderToString(createElement(ServerRouter, { context: fresh, url: origin + address }));
  };
  // What is loaded lazily, or awaited, is there from the second rendering on.
  render();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const mainOf = (html: string) => /<main[\s>].*<\/main>/s.exec(html)?.[0].replaceAll(/ nonce="[^"]*"/g, '') ?? '';
  const [expected, got] = [mainOf(page).length, mainOf(render()).length];
  if (got === 0 || Math.abs(got / expected - 1) > 0.02) throw new Error(`${address}: ${got} characters instead of ${expected}`);
  for (let i = 0; i < WARM_UP_RENDERINGS; i++) render();
  const before = process.cpuUsage();
  let count = 0;
  for (const end = performance.now() + MEASURED_MS; performance.now() < end; count++) render();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}
