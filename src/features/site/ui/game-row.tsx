import { Link } from 'react-router';
import { CachedContent } from '../../../web/cached-content.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import type { GameCard as Game } from '../../games/catalogue/schema.ts';
import { GameCard, type ViewerKind } from '../../games/catalogue/ui/game-card.tsx';
import { texts } from '../texts.ts';
import { usePrefetch } from '../../../web/use-data-saver.ts';
import './game-row.css';
import '../../games/catalogue/ui/card-lock.css';
import '../../games/catalogue/ui/card-shapes.css';

type GameRowProps = {
  id: string;
  title: string;
  /** null: the games could not be loaded. */
  games: Game[] | null;
  viewer: ViewerKind;
  /** 'zig' makes the first and the last card wide; 'ranks' numbers them. */
  shape: 'zig' | 'ranks';
};

/** The zig layout needs exactly this many cards to fill its two lines. */
const FULL_ROW = 6;

/** A row of the home page: a rail on phones, a grid on wide screens. */
export function GameRow(props: GameRowProps) {
  const { id, shape } = props;
  return (
    <CachedContent
      as="section"
      className={`section wrap later row-${shape}`}
      aria-labelledby={id}
      component={GameRowContent}
      props={props}
    />
  );
}

function GameRowContent({ id, title, games, viewer, shape }: GameRowProps) {
  const prefetch = usePrefetch();
  const isZigzag = shape === 'zig' && games?.length === FULL_ROW;
  const isWide = (index: number) => isZigzag && (index === 0 || index === FULL_ROW - 1);
  return (
    <>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <Link className="see-all" to="/games" aria-label={texts.home.seeAllOf(title)} prefetch={prefetch}>
          {texts.home.seeAll}
          <Icon icon="chevron-right" size="small" />
        </Link>
      </div>
      {games === null && <p className="panel">{texts.home.rowError}</p>}
      {games?.length === 0 && <p className="panel">{texts.home.rowEmpty}</p>}
      {games !== null && games.length > 0 && (
        <ul className={isZigzag ? 'rail zig' : 'rail'}>
          {games.map((game, index) => (
            <li key={game.id} className={isWide(index) ? 'spread' : undefined}>
              <GameCard
                game={game}
                viewer={viewer}
                shape={isWide(index) ? 'wide' : 'normal'}
                rank={shape === 'ranks' ? index + 1 : undefined}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
