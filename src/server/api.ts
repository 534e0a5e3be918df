import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { AppContext } from '../context.server.ts';
import { listGames, listGenres, getGame } from '../features/games/catalogue/service.server.ts';
import { DEVICES, GENDERS, isGenreName, LIMITS, TABS } from '../features/games/catalogue/schema.ts';
import { searchGames } from '../features/games/search/service.server.ts';
import { classifyError } from '../request/page-error.ts';
import { VISITOR } from '../shared/permissions.ts';
import { AppError } from '../shared/app-error.ts';
import { CACHE_SECONDS_HEADER } from './response-cache.ts';

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
  request: { params: z.object({ id: z.string().max(200) }) },
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

type Env = { Variables: { requestId: string } };

/** The public read-only API: it calls the same services as the pages, as a visitor. */
export function publicApi(ctx: AppContext): OpenAPIHono<Env> {
  const api = new OpenAPIHono<Env>({
    defaultHook(result) {
      if (!result.success) {
        const issue = result.error.issues[0];
        throw new AppError('bad-input', issue ? `${issue.path.join('.')}: ${issue.message}` : 'not understood');
      }
    },
  });

  api.use(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      c.header('allow', 'GET, HEAD');
      throw new AppError('wrong-method', 'this API is for reading');
    }
    await next();
    if (c.res.status === 200) c.res.headers.set(CACHE_SECONDS_HEADER, String(API_CACHE_SECONDS));
    c.res.headers.set('access-control-allow-origin', '*');
  });

  api.openapi(gamesRoute, async (c) => {
    const { cursor, size, ...query } = c.req.valid('query');
    const given = { genre: null, device: null, gender: null, ...query, ...(size === 'light' && { light: true }) };
    const found = await listGames(ctx, VISITOR, { ...given, after: cursor ?? null });
    if (found.filters.genre !== given.genre) throw new AppError('bad-input', 'genre: there is no such genre');
    return c.json(found, 200);
  });
  api.openapi(gameRoute, async (c) => c.json(await getGame(ctx, VISITOR, c.req.valid('param').id), 200));
  api.openapi(searchRoute, async (c) => c.json(await searchGames(ctx, VISITOR, c.req.valid('query').q), 200));
  api.openapi(genresRoute, async (c) => c.json({ genres: await listGenres(ctx, VISITOR) }, 200));
  api.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Kiddo public API',
      version: '1',
      description: 'Reads the catalogue. No key is needed; requests are limited by address.',
    },
    servers: [{ url: `${ctx.config.origin}/api/v1` }],
  });
  api.notFound((c) => problemResponse(ctx, c, new AppError('not-found', 'there is no such address')));
  api.onError((error, c) => problemResponse(ctx, c, error));
  return api;
}

/** Turns an error into RFC 9457 problem details. */
export function problemResponse<E extends Env>(ctx: AppContext, c: HonoContext<E>, error: unknown): Response {
  const requestId = c.get('requestId') ?? '';
  const { code, status, detail } = classifyError({ ctx, requestId }, error);
  const body = { type: 'about:blank', title: code, status, ...(detail ? { detail } : {}), requestId };
  return c.body(JSON.stringify(body), status as 400, { 'content-type': 'application/problem+json' });
}
