/**
 * What a route declares about its responses; every route module exports one as `handle`. The server uses it for visitors, whose responses
 * are cached, and for everybody else alike: it removes undeclared query parameters from the URL before the page sees it.
 */
export type PageHandle<Param extends string = string> = {
  /** Query parameters that change the response. 'any' is for a route that hands all of them on; its responses cannot be shared. */
  params: readonly Param[] | 'any';
  /** Whether every visitor gets the same response, so that one may be cached for all: no cookies, no tokens, nothing personal. */
  isShared: boolean;
};

/** The parameters that a handle declares. */
export type DeclaredParam<Handle extends PageHandle> = Handle['params'] extends readonly (infer Param extends string)[] ? Param : string;
