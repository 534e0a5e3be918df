import { isRouteErrorResponse, Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { classifyError } from '../../../../request/page-error.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { useViewerId } from '../../../../web/viewer-id.ts';
import { isClosingGame } from '../../../../web/game-open.ts';
import { FavoriteButton } from '../../../library/favorites/ui/favorite-button.tsx';
import { RateGame } from '../../../library/ratings/ui/rate-game.tsx';
import { getPlayerGameState } from '../../../library/service.server.ts';
import { SaveOfflineButton } from '../../../offline/ui/save-offline-button.tsx';
import { GamePlayerProvider } from '../../plays/ui/game-player-provider.tsx';
import { listSimilarGames } from '../../similar/service.server.ts';
import { SimilarGames } from '../../similar/ui/similar-games.tsx';
import { RetryLink } from '../../../site/ui/retry-link.tsx';
import { pageMeta } from '../../../site/ui/page-meta.ts';
import { getErrorCode, RequestId } from '../../../site/ui/error-page.tsx';
import { getGame } from '../service.server.ts';
import { texts } from '../texts.ts';
import { GameMain } from '../ui/game-main.tsx';
import { GameSidebar } from '../ui/game-sidebar.tsx';
import { toVideoGameJsonLd } from '../ui/game-json-ld.ts';
import { getClothClass } from '../ui/genre-style.ts';
import type { Route } from './+types/game.ts';
import '../ui/game.css';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  const viewer = reqCtx.actor.kind === 'player' ? ('player' as const) : ('visitor' as const);
  const [game, playerState, similar] = await Promise.all([
    getGame(reqCtx.ctx, reqCtx.actor, params.id),
    getPlayerGameState(reqCtx.ctx, reqCtx.actor, params.id),
    // The page works without them.
    listSimilarGames(reqCtx.ctx, reqCtx.actor, params.id).catch((error: unknown) => (classifyError(reqCtx, error), [])),
  ]);
  return { game, playerState, similar, viewer, origin: reqCtx.ctx.config.origin };
});

/** Closing the game player navigates back on this page: there is nothing to reload. */
export function shouldRevalidate(step: ShouldRevalidateFunctionArgs) {
  return !isClosingGame(step) && step.defaultShouldRevalidate;
}

export function meta({ loaderData, params, error }: Route.MetaArgs) {
  if (!loaderData)
    return [{ title: isForOlder(error) ? texts.game.forOlder.metaTitle : texts.game.metaNotFound }, { name: 'robots', content: 'noindex' }];
  const { game, origin } = loaderData;
  const page = pageMeta({
    origin,
    path: `/games/${params.id}`,
    title: texts.game.metaTitle(game.title),
    description: game.description,
    picture: game.picture,
  });
  return [...page, { 'script:ld+json': toVideoGameJsonLd(game, origin) }];
}

export default function Game({ loaderData }: Route.ComponentProps) {
  const { game, playerState, similar, viewer, origin } = loaderData;
  return (
    <GamePlayerProvider game={game} viewer={viewer} otherGames={<SimilarGames games={similar} viewer={viewer} place="player" />}>
      <div className={`band game-band ${getClothClass(game.genres[0])}`}>
        <div className="wrap">
          <BackToGames />
        </div>
      </div>
      <div className="wrap">
        <div className="game-page">
          <GameMain
            game={game}
            favoriteButton={
              playerState && <FavoriteButton key={game.id} gameId={game.id} favorited={playerState.favorited} revision={playerState} />
            }
            renderRating={
              playerState && ((onRated) => <RateGame key={game.id} gameId={game.id} playerState={playerState} onRated={onRated} />)
            }
          />
          <GameSidebar
            game={game}
            viewer={viewer}
            url={`${origin}/games/${game.id}`}
            saveOfflineButton={<SaveOfflineButton key={game.id} game={game} />}
            similarGames={<SimilarGames games={similar} viewer={viewer} place="page" />}
          />
        </div>
      </div>
    </GamePlayerProvider>
  );
}

/** Whether a game's content mark keeps it from whoever asked for it. */
function isForOlder(error: unknown): boolean {
  return isRouteErrorResponse(error) && getErrorCode(error.data) === 'age-required';
}

/** A missing game and one that cannot be loaded look the same (spec 1, section 2). */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (isForOlder(error)) return <GameForOlder path={`/games/${params.id}`} />;
  const response = isRouteErrorResponse(error) ? error : null;
  const isMissing = response !== null && response.status < 500;
  return (
    <div className="wrap">
      <EmptyState level={1} mood="oops" title={texts.game.notFound} text={texts.game.notFoundText}>
        <LinkButton variant="primary" multiline to="/games">
          {texts.game.back}
        </LinkButton>
        {!isMissing && <RetryLink variant="soft" />}
      </EmptyState>
      {!isMissing && <RequestId data={response?.data} />}
    </div>
  );
}

/** In place of a game for older players: neither its name nor a picture. */
function GameForOlder({ path }: { path: string }) {
  const isVisitor = useViewerId() === null;
  const words = texts.game.forOlder;
  return (
    <div className="wrap">
      <EmptyState level={1} mood="happy" title={words.title} text={isVisitor ? words.visitor : words.player}>
        <LinkButton variant="primary" multiline to="/games">
          {texts.game.back}
        </LinkButton>
        {isVisitor && (
          <LinkButton variant="soft" to={`/login?returnUrl=${encodeURIComponent(path)}`}>
            {words.logIn}
          </LinkButton>
        )}
      </EmptyState>
    </div>
  );
}

function BackToGames() {
  return (
    <Link className="back" to="/games">
      <Icon icon="arrow-left" />
      {texts.game.back}
    </Link>
  );
}
