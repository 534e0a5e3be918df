import type { AppContext } from '../context.server.ts';
import { getExtension, GAME_FILE_TYPES, hasStoredBrotli } from '../features/games/folders/rules.ts';
import { isFilePath } from '../infra/files/file-store.ts';

/** One year: the URLs of these files change with their content. */
export const CACHE_IMMUTABLE = 'public, max-age=31536000, s-maxage=60, immutable';

/**
 * The response for a stored file, compressed if the browser accepts it; null if there is no such file.
 * @param headers additional headers (policy, caching)
 */
export async function serveStoredFile(
  ctx: AppContext,
  name: string,
  request: Request,
  headers: Record<string, string>,
): Promise<Response | null> {
  const type = GAME_FILE_TYPES[getExtension(name)];
  if (type === undefined || !isFilePath(name)) return null;
  const wantsBr = hasStoredBrotli(getExtension(name)) && /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
  const compressed = wantsBr ? await ctx.files.get(`${name}.br`) : null;
  const body = compressed ?? (await ctx.files.get(name));
  if (body === null) return null;
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
    headers: {
      ...headers,
      'content-type': type,
      'content-length': String(body.length),
      vary: 'accept-encoding',
      ...(compressed ? { 'content-encoding': 'br' } : {}),
    },
  });
}
