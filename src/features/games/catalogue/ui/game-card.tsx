import { Link } from 'react-router';
import { CachedContent } from '../../../../web/cached-content.tsx';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Badge, Tag } from '../../../../web/kit/badge.tsx';
import { PlayToken } from '../../../../web/kit/play-token.tsx';
import { DataCost } from '../../../data-saver/ui/data-cost.tsx';
import { urlForPlaying, type GameCard as Game } from '../schema.ts';
import { describeAudience, texts } from '../card.texts.ts';
import { Cover } from './cover.tsx';
import './card.css';
import './card-lock.css';
import './card-shapes.css';

/** A card shows up to 2 tags, then '+n' (spec 1, section 2). */
const TAGS_VISIBLE = 2;

export type ViewerKind = 'visitor' | 'player';

type GameCardProps = {
  game: Game;
  viewer: ViewerKind;
  /** Whether the current user has premium. May be newer than `game.can`: a list keeps games that were loaded earlier. */
  hasPremium?: boolean;
  /** In the initial viewport: its cover loads at once. */
  isEager?: boolean;
  /** 'wide' spans two columns on wide screens and shows more. */
  shape?: 'normal' | 'wide';
  /** Its position, if the row is a ranking. */
  rank?: number;
  /** Heading level of the title. */
  level?: 2 | 3;
  /** Its page takes the place of the current one in the history: the card is over a game that is open. */
  replaces?: boolean;
};

/**
 * A game in a list, drawn as a sticker with a white frame around its cover. The card leads to the game's page, the Play token on the cover
 * into the game at once.
 */
export function GameCard({ hasPremium, ...props }: GameCardProps) {
  const { game, shape = 'normal' } = props;
  const isLocked = game.isPremium && !(hasPremium ?? game.can.play);
  const className = `card${shape === 'wide' ? ' wide' : ''}${isLocked ? ' locked' : ''}`;
  return <CachedContent as="article" className={className} component={CardContent} props={{ ...props, isLocked }} />;
}

function CardContent(props: Omit<GameCardProps, 'hasPremium'> & { isLocked: boolean }) {
  const { game, isLocked, viewer, isEager = false, shape = 'normal', rank, level = 3, replaces } = props;
  const Title = `h${level}` as const;
  const url = `/games/${game.id}`;
  return (
    <>
      <div className="card-picture">
        <Cover src={game.cover} lazy={!isEager} hasPriority={isEager} />
        {isLocked && <CardLock id={game.id} viewer={viewer} />}
      </div>
      {game.isPremium && (
        <Badge variant="premium">
          <Icon icon="crown" filled />
          {texts.premium}
        </Badge>
      )}
      <div className="card-body">
        {rank !== undefined && (
          <span className="card-rank">
            <span className="visually-hidden">{texts.rank(rank)}</span>
            <span aria-hidden="true">{rank}</span>
          </span>
        )}
        <Title className="card-title">
          <Link to={url} replace={replaces}>
            {game.title}
          </Link>
        </Title>
        {game.minAge !== undefined && <p className="card-age">{texts.fromAge(game.minAge)}</p>}
        {shape === 'wide' && <p className="card-about">{game.description}</p>}
        <CardAudience game={game} />
        {game.tags.length > 0 && <CardTags tags={game.tags} />}
        {shape === 'wide' && !isLocked && (
          <LinkButton
            variant="primary"
            size="sm"
            className="card-go"
            to={urlForPlaying(game.id)}
            aria-label={`${texts.playNow}: ${game.title}`}
          >
            {texts.playNow}
          </LinkButton>
        )}
      </div>
      {/* After the title, so that who reads or tabs through the card hears its name first. */}
      <CardCorner game={game} isLocked={isLocked} viewer={viewer} replaces={replaces} />
    </>
  );
}

/** How many play it now; else how often it was played; else that it is new. Then what it costs to load. */
function CardAudience({ game }: { game: Game }) {
  const { kind, text, label } = describeAudience(game);
  return (
    <p className={`card-people ${kind}`}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{label}</span>
      {game.bytes !== null && (
        <>
          <span className="card-size">{texts.size(game.bytes)}</span>
          <DataCost bytes={game.bytes} />
        </>
      )}
    </p>
  );
}

type CardCornerProps = { game: Game; isLocked: boolean; viewer: ViewerKind; replaces: boolean | undefined };

/** In the corner of the cover: what starts the game, or the lock, which leads to what unlocks it. */
function CardCorner({ game, isLocked, viewer, replaces }: CardCornerProps) {
  return (
    <div className="card-corner">
      {isLocked ? (
        <Link className="card-lock-sign" to={urlForUnlocking(game.id, viewer)} tabIndex={-1} aria-hidden="true" aria-label={texts.required}>
          <Icon icon="lock" />
        </Link>
      ) : (
        <Link className="card-play" to={urlForPlaying(game.id)} replace={replaces} aria-label={texts.playGame(game.title)}>
          <PlayToken />
        </Link>
      )}
    </div>
  );
}

/** Where a locked game is opened: visitors sign in, players choose a plan (spec 1, section 2). */
function urlForUnlocking(id: string, viewer: ViewerKind): string {
  return viewer === 'visitor' ? `/login?returnUrl=${encodeURIComponent(`/games/${id}`)}` : '/subscription';
}

/** Covers the picture only on hover, focus or touch. */
function CardLock({ id, viewer }: { id: string; viewer: ViewerKind }) {
  return (
    <div className="card-lock">
      <b>{texts.required}</b>
      <LinkButton variant="primary" size="xs" multiline className="card-lock-link" to={urlForUnlocking(id, viewer)}>
        {viewer === 'visitor' ? texts.signIn : texts.upgrade}
      </LinkButton>
    </div>
  );
}

function CardTags({ tags }: { tags: string[] }) {
  const hiddenCount = tags.length - TAGS_VISIBLE;
  return (
    <ul className="card-tags">
      {tags.slice(0, TAGS_VISIBLE).map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {hiddenCount > 0 && (
        <Tag className="rest">
          <span aria-hidden="true">{texts.moreTags(hiddenCount)}</span>
          <span className="visually-hidden">{texts.moreTagsAloud(hiddenCount)}</span>
        </Tag>
      )}
    </ul>
  );
}
