import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBuild } from 'react-router';
import { onTestFinished } from 'vitest';
import { siteListener, type AppOptions } from '../src/server/http.ts';
import type { PageHandle } from '../src/shared/page-handle.ts';

// The HTTP server with a few pages of a test's own in place of the built ones.

/**
 * A build of React Router that consists of these route modules.
 * @param modules by path, such as `games`
 * @param rootParams the query parameters that change what every page says
 */
export function createBuild(modules: Record<string, object>, rootParams: string[] = []): ServerBuild {
  const handle: PageHandle = { params: rootParams, isShared: true };
  const routes = Object.entries(modules).map(([id, module]) => [id, { id, parentId: 'root', path: id, module }]);
  return {
    entry: { module: { default: () => new Response('') } },
    routes: { root: { id: 'root', path: '', module: { handle } }, ...Object.fromEntries(routes) },
    assets: { entry: { imports: [], module: '' }, routes: { root: { css: ['/assets/root-1.css'] } }, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild;
}

/** Serves a site on a free port until the test ends. @returns its address, without a slash at the end */
export async function serveSite(options: AppOptions): Promise<string> {
  const server = http.createServer(siteListener(options));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
