import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { pagePath } from '../request/page-loader.ts';
import type { PageHandle } from '../shared/page-handle.ts';
import { cacheByAddress } from './address-cache.ts';

/** The handle of a path that no route of the pages matches, and of routes without a handle: nothing is read and nothing is shared. */
const UNDECLARED: PageHandle = { params: [], isShared: false };

/**
 * Returns the handle that holds for a path as it was sent, which is decoded here: the parameters of all matching routes; shared only if each
 * of them is.
 */
export type RouteHandles = (pathname: string) => PageHandle;

/** @param build the pages as built by React Router */
export function createRouteHandles(build: ServerBuild): RouteHandles {
  const routes = toRouteObjects(build, undefined);
  const handleOf = cacheByAddress((path) =>
    combineHandles(matchRoutes(routes, path)?.map(({ route }) => route.handle as PageHandle | undefined) ?? []),
  );
  return (pathname) => handleOf(pagePath(pathname));
}

/** Returns the pattern of the route that a path as it was sent leads to, such as '/games/:id'. There are as many as routes, whatever is asked for. */
export function createRoutePatterns(build: ServerBuild): (pathname: string) => string {
  const routes = toRouteObjects(build, undefined);
  return (pathname) => {
    const paths = (matchRoutes(routes, pagePath(pathname)) ?? []).flatMap(({ route: { path } }) => (path ? [path] : []));
    return `/${paths.join('/')}`;
  };
}

/** Computes something once for each build: in development, every change of the code makes a new one. */
export function memoizeByBuild<Value>(compute: (build: ServerBuild) => Value): (build: ServerBuild) => Value {
  const known = new WeakMap<ServerBuild, Value>();
  return (build) => {
    const value = known.get(build) ?? compute(build);
    known.set(build, value);
    return value;
  };
}

/** React Router's tree of routes. The build lists them by id, each with the id of its parent. */
function toRouteObjects(build: ServerBuild, parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, caseSensitive, index } = route;
    const own = { id, path, caseSensitive, handle: (route.module as { handle?: PageHandle }).handle };
    return index ? [{ ...own, index: true }] : [{ ...own, children: toRouteObjects(build, id) }];
  });
}

function combineHandles(handles: readonly (PageHandle | undefined)[]): PageHandle {
  if (handles.length === 0) return UNDECLARED;
  const declared = handles.map((handle) => handle ?? UNDECLARED);
  return {
    params: declared.some(({ params }) => params === 'any') ? 'any' : declared.flatMap(({ params }) => (params === 'any' ? [] : params)),
    isShared: declared.every(({ isShared }) => isShared),
  };
}
