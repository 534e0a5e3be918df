import { useInfiniteList } from '../../../web/infinite-list.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { GameCard } from '../../games/catalogue/ui/game-card.tsx';
import { FavoriteButton } from '../favorites/ui/favorite-button.tsx';
import type { FavoritesPage } from '../schema.ts';
import { texts } from '../texts.ts';
import type { ProfileData } from './profile-data.ts';
import '../../games/catalogue/ui/card-shapes.css';
import '../../games/catalogue/ui/profile-games.css';

/** Covers of the first row load at once. */
const EAGER_COVERS = 3;

const urlForPage = (after: string) => `/profile?after=${encodeURIComponent(after)}`;
const toListPage = ({ games, next }: FavoritesPage) => ({ items: games, next });
const getPage = (answer: ProfileData) => ('favorites' in answer && answer.favorites ? toListPage(answer.favorites) : null);
const idOf = ({ id }: { id: string }) => id;

type ProfileFavoritesProps = { page: FavoritesPage; hasPremium: boolean; isStart: boolean };

/** A player's favorites. The heart removes one; its card stays until the player leaves the page, so that a mistake can be undone. */
export function ProfileFavorites({ page, hasPremium, isStart }: ProfileFavoritesProps) {
  const { list, items, end } = useInfiniteList(toListPage(page), { urlForPage, getPage, idOf });
  const { profile } = texts;
  if (items.length === 0) {
    return (
      <EmptyState title={profile.noFavorites} level={2}>
        <LinkButton variant="primary" multiline to="/games">
          {profile.browse}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      {isStart && (
        <p className="visually-hidden" role="status">
          {profile.showing(items.length, page.total)}
        </p>
      )}
      <ul ref={list} className="grid profile-games">
        {items.map((game, index) => (
          <li key={game.id}>
            <GameCard game={game} viewer="player" hasPremium={hasPremium} isEager={index < EAGER_COVERS} level={2} />
            <FavoriteButton gameId={game.id} favorited gameTitle={game.title} returnUrl="/profile" />
          </li>
        ))}
      </ul>
      <ListEnd end={end} />
    </>
  );
}
