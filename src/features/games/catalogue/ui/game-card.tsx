import { Crown, Lock, Users } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass, LinkButton } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Badge, Tag } from '../../../../web/kit/badge.tsx';
import { PlayToken } from '../../../../web/kit/play-token.tsx';
import { DataCost } from '../../../data-cost/ui/data-cost.tsx';
import type { GameCard as Game } from '../schema.ts';
import { texts } from '../texts.ts';
import { Cover } from './cover.tsx';
import './card.css';
import './card-lock.css';
import './card-shapes.css';

/** A card shows up to 2 tags, then '+n' (spec 1, section 2); a narrow card has room for 1. */
const TAGS_VISIBLE = { wide: 2, narrow: 1 };

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
};

/** A game in a list, drawn as a sticker with a white frame around its cover. The whole card is one link. */
export function GameCard({ game, viewer, hasPremium = game.can.play, isEager = false, shape = 'normal', rank, level = 3 }: GameCardProps) {
  const isLocked = game.isPremium && !hasPremium;
  const Title = `h${level}` as const;
  const url = `/games/${game.id}`;
  return (
    <article className={`card${shape === 'wide' ? ' wide' : ''}${isLocked ? ' locked' : ''}`}>
      <div className="card-picture">
        <Cover src={game.cover} lazy={!isEager} hasPriority={isEager} />
        {isLocked ? (
          <CardLock id={game.id} viewer={viewer} />
        ) : (
          <span className="card-hover">
            <PlayToken />
          </span>
        )}
      </div>
      {game.isPremium && (
        <Badge variant="premium">
          <Icon icon={Crown} filled />
          {texts.card.premium}
        </Badge>
      )}
      <div className="card-body">
        {rank !== undefined && (
          <span className="card-rank">
            <span className="visually-hidden">{texts.card.rank(rank)}</span>
            <span aria-hidden="true">{rank}</span>
          </span>
        )}
        <Title className="card-title">
          <Link to={url}>{game.title}</Link>
        </Title>
        {shape === 'wide' && <p className="card-about">{game.description}</p>}
        <p className="card-people">
          <Icon icon={Users} />
          <span aria-hidden="true">{texts.card.players(game.players, game.maxPlayers)}</span>
          <span className="visually-hidden">{texts.card.playersAloud(game.players, game.maxPlayers)}</span>
          {game.bytes !== null && (
            <>
              <span className="card-size">{texts.card.size(game.bytes)}</span>
              <DataCost bytes={game.bytes} />
            </>
          )}
        </p>
        {game.tags.length > 0 && <CardTags tags={game.tags} />}
        {shape === 'wide' && !isLocked && (
          <span className={buttonClass({ variant: 'primary', size: 'sm' }, 'card-go')} aria-hidden="true">
            {texts.card.playNow}
          </span>
        )}
      </div>
    </article>
  );
}

function CardLock({ id, viewer }: { id: string; viewer: ViewerKind }) {
  return (
    <div className="card-lock">
      <Icon icon={Lock} />
      <b>{texts.card.required}</b>
      {viewer === 'visitor' ? (
        <LinkButton
          variant="primary"
          size="xs"
          multiline
          className="card-lock-link"
          to={`/login?returnUrl=${encodeURIComponent(`/games/${id}`)}`}
        >
          {texts.card.signIn}
        </LinkButton>
      ) : (
        <LinkButton variant="primary" size="xs" multiline className="card-lock-link" to="/subscription">
          {texts.card.upgrade}
        </LinkButton>
      )}
    </div>
  );
}

/** The page contains both counts; the stylesheet shows the one that fits. */
function CardTags({ tags }: { tags: string[] }) {
  return (
    <ul className="card-tags">
      {tags.slice(0, TAGS_VISIBLE.wide).map((tag, index) => (
        <Tag key={tag} className={index < TAGS_VISIBLE.narrow ? '' : 'if-wide'}>
          {tag}
        </Tag>
      ))}
      <MoreTags count={tags.length - TAGS_VISIBLE.wide} className="if-wide" />
      <MoreTags count={tags.length - TAGS_VISIBLE.narrow} className="if-narrow" />
    </ul>
  );
}

function MoreTags({ count, className }: { count: number; className: string }) {
  if (count <= 0) return null;
  return (
    <Tag className={`rest ${className}`}>
      <span aria-hidden="true">{texts.card.moreTags(count)}</span>
      <span className="visually-hidden">{texts.card.moreTagsAloud(count)}</span>
    </Tag>
  );
}
