import type { Context } from '../../context.server.ts';
import type { Actor } from '../../shared/permissions.ts';
import { ROW_SIZE, TILES } from '../games/catalogue/rules.ts';
import { listGames, listGenres, listTrending } from '../games/catalogue/service.server.ts';
import type { HomePage } from './schema.ts';

/** The home page's rows and tiles (spec 1, section 2). */
export async function viewHome(ctx: Context, actor: Actor): Promise<HomePage> {
  const [popular, genres] = await Promise.all([
    listGames(ctx, actor, { tab: 'popular', genre: null, device: null, gender: null, limit: ROW_SIZE }),
    listGenres(ctx, actor),
  ]);
  const trending = await listTrending(
    ctx,
    actor,
    popular.games.map((game) => game.id),
    ROW_SIZE,
  );
  return { popular: popular.games, trending, genres: genres.slice(0, TILES) };
}
