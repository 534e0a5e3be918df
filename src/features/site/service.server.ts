import type { AppContext } from '../../context.server.ts';
import { authorize, listContentMarks, type Actor } from '../../shared/permissions.ts';
import { ROW_SIZE, GENRE_TILES } from '../games/catalogue/rules.ts';
import { listGames, listGenres, listTrendingGames } from '../games/catalogue/service.server.ts';
import { socialLinks } from './rules.ts';
import type { HomePage, SocialLink } from './schema.ts';

/** The home page is made anew this often, in milliseconds, as the numbers of players on its cards are. */
const HOME_CACHE_MS = 2_000;

/**
 * The home page's rows and tiles (spec 1, section 2). They are the same for everybody whose rights are the same and who sees the same games, so they are made once for
 * all of them.
 */
export async function getHomePage(ctx: AppContext, actor: Actor): Promise<HomePage> {
  authorize(actor, 'game:list');
  const rights = actor.kind === 'player' ? `${actor.role} ${actor.premium}` : actor.kind;
  return ctx.cached(`home page of ${rights} ${listContentMarks(actor).join()}`, HOME_CACHE_MS, () => loadHomePage(ctx, actor));
}

async function loadHomePage(ctx: AppContext, actor: Actor): Promise<HomePage> {
  const [popular, genres] = await Promise.all([
    listGames(ctx, actor, { tab: 'popular', genre: null, device: null, gender: null, limit: ROW_SIZE }),
    listGenres(ctx, actor),
  ]);
  const trending = await listTrendingGames(
    ctx,
    actor,
    popular.games.map((game) => game.id),
    ROW_SIZE,
  );
  return { popular: popular.games, trending, genres: genres.slice(0, GENRE_TILES) };
}

/** Our pages on other sites, for the footer of every page. Everybody may see them. */
export function getSocialLinks(ctx: AppContext): SocialLink[] {
  return socialLinks(ctx.config.social);
}
