import { Form, Link, useNavigation } from 'react-router';
import { Avatar } from '../../../../web/kit/avatar.tsx';
import { Button } from '../../../../web/kit/button.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { TeamBadge } from '../../../../web/kit/team-badge.tsx';
import { PLAYER_SEARCH_PATH, type QueueTabCounts } from '../../../case-queue/schema.ts';
import { QueueTabs } from '../../../case-queue/ui/queue-tabs.tsx';
import { SEARCH_TEXT_MAX, type FoundPlayer, type PlayerSearchResult } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';
import './player-search.css';

type PlayerSearchPageProps = { typed: string; result: PlayerSearchResult; tabs: QueueTabCounts; isOperator: boolean };

/** The search for players, with what was found. A GET form, so that a search has a URL and works without JavaScript. */
export function PlayerSearchPage({ typed, result, tabs, isOperator }: PlayerSearchPageProps) {
  const isLoading = useNavigation().location?.pathname === PLAYER_SEARCH_PATH;
  const { items, hasMore } = result;
  return (
    <div className="wrap section moderation">
      <div>
        <h1>{texts.title}</h1>
        <p className="queue-lead">{isOperator ? texts.leadForOperators : texts.lead}</p>
      </div>
      <QueueTabs {...tabs} chosen="search" />
      <Form className="player-search" method="get" action={PLAYER_SEARCH_PATH}>
        <Field
          key={typed}
          name="q"
          type="search"
          label={isOperator ? texts.labelForOperators : texts.label}
          defaultValue={typed}
          maxLength={SEARCH_TEXT_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" variant="primary">
          {texts.button}
        </Button>
      </Form>
      <div className={isLoading ? 'queue stale' : 'queue'} aria-busy={isLoading} role="status">
        {typed.trim() !== '' &&
          (items.length === 0 ? (
            <EmptyState title={texts.none} text={texts.noneText} level={2} />
          ) : (
            <p className="muted">{texts.found(items.length, hasMore)}</p>
          ))}
      </div>
      {items.length > 0 && (
        <ul className="found-players">
          {items.map((item) => (
            <FoundPlayerItem key={item.player.id} item={item} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FoundPlayerItem({ item }: { item: FoundPlayer }) {
  const { player, ageBand, isBanned, isMuted, isLeaving, isErased, openReports } = item;
  const how = texts.how(item);
  return (
    <li className="found-player">
      <Avatar src={player.avatar} size={48} />
      <div>
        <h2>
          <Link to={`/moderation/players/${encodeURIComponent(player.id)}`} dir="auto">
            {player.displayName}
          </Link>
          {player.isTeam && <TeamBadge />}
        </h2>
        <p className="muted">
          @{player.username}
          {!isErased && <> · {ageBand === null ? texts.noAge : texts.ages[ageBand]}</>}
        </p>
        {how !== '' && (
          <p className="muted" dir="auto">
            {how}
          </p>
        )}
        <p className="report-marks">
          {openReports > 0 && <span className="state-pill late">{texts.openReports(openReports)}</span>}
          {isBanned && <span className="state-pill late">{texts.banned}</span>}
          {isMuted && <span className="state-pill late">{texts.muted}</span>}
          {isLeaving && <span className="state-pill">{texts.leaving}</span>}
        </p>
      </div>
    </li>
  );
}
