import { createRoute, OpenAPIHono, z, type RouteConfig } from '@hono/zod-openapi';
import { Hono, type Context as HonoContext } from 'hono';
import type { AppContext } from '../context.server.ts';
import { listGames, listGenres, getGame } from '../features/games/catalogue/service.server.ts';
import { DEVICES, GENDERS, isGenreName, LIMITS, TABS } from '../features/games/catalogue/schema.ts';
import { searchGames } from '../features/games/search/service.server.ts';
import { classifyError } from '../request/page-error.ts';
import { VISITOR } from '../shared/permissions.ts';
import { AppError } from '../shared/app-error.ts';
import { CACHE_SECONDS_HEADER, type PlainResponse } from './response-cache.ts';

/** Seconds for which a response of the public API is cached. */
const API_CACHE_SECONDS = 10;

const card = z
  .object({
    id: z.string(),
    title: z.string(),
    developer: z.string(),
    description: z.string(),
    cover: z.string().nullable().openapi({ description: 'Address of the cover picture, relative to this site' }),
    players: z.number().int().openapi({ description: 'People in the game now' }),
    maxPlayers: z.number().int(),
    plays: z.number().int().openapi({ description: 'How often it was played in all' }),
    tags: z.array(z.string()),
    isPremium: z.boolean(),
    bytes: z.number().int().nullable().openapi({ description: 'What its files weigh in all; null when unknown' }),
    can: z.object({ play: z.boolean() }),
  })
  .openapi('GameCard');
const page = card
  .extend({
    keyFeatures: z.array(z.string()),
    instructions: z.array(z.object({ keys: z.array(z.string()), does: z.string() })),
    genres: z.array(z.string()),
    createdAt: z.string().nullable(),
    picture: z.string().nullable(),
    rating: z.object({ average: z.number(), count: z.number().int() }).nullable(),
    src: z.string().nullable(),
    playable: z.boolean(),
  })
  .openapi('Game');
const hit = z.object({ id: z.string(), title: z.string(), developer: z.string(), cover: z.string().nullable() }).openapi('SearchHit');
const filters = z.object({
  tab: z.enum(TABS),
  genre: z.string().nullable(),
  device: z.enum(DEVICES).nullable(),
  gender: z.enum(GENDERS).nullable(),
  light: z.boolean().optional(),
});
const list = z
  .object({
    filters,
    games: z.array(card),
    total: z.number().int().openapi({ description: 'Exact number of games that match' }),
    next: z.string().nullable().openapi({ description: 'Cursor of the next page; null at the end' }),
  })
  .openapi('GameList');
const problem = z
  .object({ type: z.string(), title: z.string(), status: z.number().int(), detail: z.string().optional(), requestId: z.string() })
  .openapi('Problem');

const json = <T extends z.ZodType>(schema: T, description: string) => ({ description, content: { 'application/json': { schema } } });
const errorResponses = {
  400: { description: 'The request is not right', content: { 'application/problem+json': { schema: problem } } },
  404: { description: 'There is no such thing', content: { 'application/problem+json': { schema: problem } } },
  429: {
    description: 'Too many requests; Retry-After says when to come back',
    content: { 'application/problem+json': { schema: problem } },
  },
  503: { description: 'The database does not answer in time', content: { 'application/problem+json': { schema: problem } } },
};

const listQuery = z.object({
  tab: z.enum(TABS).default('popular'),
  genre: z.string().refine(isGenreName, 'is not a genre').optional(),
  device: z.enum(DEVICES).optional(),
  gender: z.enum(GENDERS).optional(),
  size: z.literal('light').optional().openapi({ description: 'Only games below 2 MB' }),
  cursor: z.string().max(LIMITS.cursor).optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.pageMax).optional(),
});

const gameParams = z.object({ id: z.string().max(200) });

const searchQuery = z.object({ q: z.string() });

/** Query parameters that change a response of the API. */
export const API_PARAMS: readonly string[] = [...Object.keys(listQuery.shape), ...Object.keys(searchQuery.shape)];

const gamesRoute = createRoute({
  method: 'get',
  path: '/games',
  summary: 'A page of the catalogue',
  request: { query: listQuery },
  responses: { 200: json(list, 'A page'), ...errorResponses },
});
const gameRoute = createRoute({
  method: 'get',
  path: '/games/{id}',
  summary: 'One game',
  request: { params: gameParams },
  responses: { 200: json(page, 'The game'), ...errorResponses },
});
const searchRoute = createRoute({
  method: 'get',
  path: '/search',
  summary: 'Games by title, developer and tags, best match first, at most 20; under 2 characters finds nothing',
  request: { query: searchQuery },
  responses: { 200: json(z.object({ query: z.string(), games: z.array(hit) }), 'What was found'), ...errorResponses },
});
const genresRoute = createRoute({
  method: 'get',
  path: '/genres',
  summary: 'Genres that have a game',
  responses: { 200: json(z.object({ genres: z.array(z.string()) }), 'Names'), ...errorResponses },
});

/** One address of the API: how it is documented, what it reads of a request, and what it answers. */
type Endpoint = { route: RouteConfig; answer(ctx: AppContext, id: string, query: Record<string, unknown>): Promise<unknown> };

const ENDPOINTS: Record<string, Endpoint> = {
  games: {
    route: gamesRoute,
    answer: async (ctx, _, given) => {
      const { cursor, size, ...query } = parse(listQuery, given);
      const asked = { genre: null, device: null, gender: null, ...query, ...(size === 'light' && { light: true }) };
      const found = await listGames(ctx, VISITOR, { ...asked, after: cursor ?? null });
      if (found.filters.genre !== asked.genre) throw new AppError('bad-input', 'genre: there is no such genre');
      return found;
    },
  },
  'games/': { route: gameRoute, answer: (ctx, id) => getGame(ctx, VISITOR, parse(gameParams, { id }).id) },
  search: { route: searchRoute, answer: (ctx, _, query) => searchGames(ctx, VISITOR, parse(searchQuery, query).q) },
  genres: { route: genresRoute, answer: async (ctx) => ({ genres: await listGenres(ctx, VISITOR) }) },
};

/** @throws AppError 'bad-input' that names the first field that is not right */
function parse<T extends z.ZodType>(schema: T, given: unknown): z.infer<T> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AppError('bad-input', issue ? `${issue.path.join('.')}: ${issue.message}` : 'not understood');
}

/** Where the API is. */
export const API_PATH = '/api/v1/';

type Env = { Variables: { requestId: string } };

/** The public read-only API: it calls the same services as the pages, as a visitor. */
export type PublicApi = {
  /**
   * Answers a GET. It needs no Request and makes no Response: these cost more than reading a game.
   * @param path path below the site's origin, which begins with API_PATH
   */
  respond(path: string, query: URLSearchParams, requestId: string): Promise<PlainResponse>;
  /** The same as routes of the application, for requests that are not shared. */
  routes: Hono<Env>;
};

/** Creates the public API. */
export function createApi(ctx: AppContext): PublicApi {
  const document = describeApi(ctx);

  async function answer(path: string, query: URLSearchParams): Promise<unknown> {
    const [name = '', id, ...rest] = path.slice(API_PATH.length).split('/').map(decodeURIComponent);
    if (name === 'openapi.json' && id === undefined) return document;
    const endpoint = id === '' || rest.length > 0 ? undefined : ENDPOINTS[id === undefined ? name : `${name}/`];
    if (endpoint === undefined) throw new AppError('not-found', 'there is no such address');
    return endpoint.answer(ctx, id ?? '', toFields(query));
  }

  async function respond(path: string, query: URLSearchParams, requestId: string): Promise<PlainResponse> {
    try {
      return toPlainResponse(200, 'application/json', JSON.stringify(await answer(path, query)), API_CACHE_SECONDS);
    } catch (error) {
      const { status, body, isDatabaseFailure } = describeProblem(ctx, requestId, error);
      return { ...toPlainResponse(status, PROBLEM_TYPE, body, 0), isDatabaseFailure };
    }
  }

  const routes = new Hono<Env>();
  routes.all('*', async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      c.header('allow', 'GET, HEAD');
      c.header('access-control-allow-origin', '*');
      return problemResponse(ctx, c, new AppError('wrong-method', 'this API is for reading'));
    }
    const { pathname, searchParams } = new URL(c.req.url);
    const { status, headers, body, cacheSeconds } = await respond(pathname, searchParams, c.get('requestId'));
    return c.body(body, status as 200, cacheSeconds > 0 ? { ...headers, [CACHE_SECONDS_HEADER]: String(cacheSeconds) } : headers);
  });
  return { respond, routes };
}

/** The OpenAPI document. */
function describeApi(ctx: AppContext): object {
  const described = new OpenAPIHono();
  for (const { route } of Object.values(ENDPOINTS)) described.openAPIRegistry.registerPath(route);
  return described.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Kiddo public API',
      version: '1',
      description: 'Reads the catalogue. No key is needed; requests are limited by address.',
    },
    servers: [{ url: `${ctx.config.origin}/api/v1` }],
  });
}

function toPlainResponse(status: number, type: string, body: string, cacheSeconds: number): PlainResponse {
  return { status, headers: { 'content-type': type, 'access-control-allow-origin': '*' }, body, cacheSeconds };
}

/** The fields of a query: a text each, or a list where a name is given more than once. */
function toFields(query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of query.keys()) {
    const values = query.getAll(name);
    fields[name] = values.length === 1 ? values[0] : values;
  }
  return fields;
}

/** Turns an error into RFC 9457 problem details. */
export function problemResponse<E extends Env>(ctx: AppContext, c: HonoContext<E>, error: unknown): Response {
  const { status, body } = describeProblem(ctx, c.get('requestId') ?? '', error);
  return c.body(body, status as 400, { 'content-type': PROBLEM_TYPE });
}

const PROBLEM_TYPE = 'application/problem+json';

function describeProblem(ctx: AppContext, requestId: string, error: unknown): { status: number; body: string; isDatabaseFailure: boolean } {
  const { code, status, detail, isDatabaseFailure } = classifyError({ ctx, requestId }, error);
  return {
    status,
    isDatabaseFailure,
    body: JSON.stringify({ type: 'about:blank', title: code, status, ...(detail ? { detail } : {}), requestId }),
  };
}
