import type { LoaderFunctionArgs } from 'react-router';
import type { DeclaredParam, PageHandle } from '../shared/page-handle.ts';
import { pageError } from './page-error.ts';
import { requestContext, type RequestContext } from './request-context.ts';

/** The declared query parameters of a request. */
export type PageQuery<Param extends string> = {
  /** The value of a parameter, or null. @throws Error (a bug) for a parameter that the route does not declare */
  get(name: Param): string | null;
  has(name: Param): boolean;
  /** All declared parameters, for code that parses several of them. */
  all(): URLSearchParams;
};

/** What a loader gets besides React Router's arguments. */
export type PageRequest<Param extends string> = {
  reqCtx: RequestContext;
  query: PageQuery<Param>;
  /** The path of the page, without the suffix of a data request. */
  pathname: string;
};

/**
 * Makes a route's loader. An error of a service becomes the error page with its status; redirects and other responses pass through.
 * @param handle the route's own `handle`: the loader can read only the query parameters that it declares
 */
export function pageLoader<const Handle extends PageHandle, Args extends LoaderFunctionArgs, Data>(
  handle: Handle,
  load: (page: PageRequest<DeclaredParam<Handle>>, args: Args) => Data | Promise<Data>,
): (args: Args) => Promise<Data> {
  return async (args) => {
    const reqCtx = args.context.get(requestContext);
    try {
      return await load({ reqCtx, ...readUrl(handle, args.request.url) }, args);
    } catch (error) {
      throw isRouterResult(error) ? error : pageError(reqCtx, error);
    }
  };
}

/** Reads the path and the declared query parameters of a page's URL. */
export function readUrl<const Handle extends PageHandle>(
  handle: Handle,
  url: string,
): { query: PageQuery<DeclaredParam<Handle>>; pathname: string } {
  const { pathname, searchParams } = new URL(url);
  const declared = selectParams(handle.params, searchParams);
  const requireDeclared = (name: string): string => {
    if (handle.params !== 'any' && !handle.params.includes(name))
      throw new Error(`the route reads the query parameter '${name}', which its handle does not declare`);
    return name;
  };
  return {
    pathname: pagePath(pathname),
    query: {
      get: (name) => declared.get(requireDeclared(name)),
      has: (name) => declared.has(requireDeclared(name)),
      all: () => new URLSearchParams(declared),
    },
  };
}

/** The declared parameters among the given ones, in the order of their declaration. */
export function selectParams(params: PageHandle['params'], given: URLSearchParams): URLSearchParams {
  if (params === 'any') return new URLSearchParams(given);
  return new URLSearchParams(params.flatMap((name) => given.getAll(name).map((value): [string, string] => [name, value])));
}

/** The path of the page that a path belongs to: the router fetches the data of `/games` from `/games.data`, of `/` from `/_.data`. */
export function pagePath(pathname: string): string {
  return pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '');
}

/** Whether something thrown is a response of the page: a redirect, or data with a status. */
export function isRouterResult(thrown: unknown): boolean {
  return (
    thrown instanceof Response ||
    (typeof thrown === 'object' && thrown !== null && 'type' in thrown && thrown.type === 'DataWithResponseInit')
  );
}
