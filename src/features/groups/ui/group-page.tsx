import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import type { GameCard as Game } from '../../games/catalogue/schema.ts';
import { Cover } from '../../games/catalogue/ui/cover.tsx';
import { GameCard } from '../../games/catalogue/ui/game-card.tsx';
import { PAINTS } from '../badge/rules.ts';
import { texts } from '../page.texts.ts';
import { urlForGroup } from '../form-actions.schema.ts';
import type { GroupPage } from '../schema.ts';
import { BackLink } from './back-link.tsx';
import { GroupBadgePicture } from './group-badge.tsx';
import { GroupMembers, InvitedPlayers } from './group-members.tsx';
import { GroupMenu } from './group-menu.tsx';
import { ReportGroupButton } from './report-group-button.tsx';
import { useGroupReload } from './use-group-reload.ts';
import '../../games/catalogue/ui/card-shapes.css';
import '../../../web/kit/person.css';
import '../../friends/ui/person-menu.css';
import './group-page.css';

/** A group: who is in it, and what they like and play. */
export function GroupView({ group }: { group: GroupPage }) {
  const { id, invited, favorites, played } = group;
  useGroupReload((event) => event.kind === 'group' && event.groupId === id);
  const isAlone = group.members.length <= 1;
  return (
    <div className="group-page">
      <Band group={group} />
      <div className="wrap">
        <BackLink />
        {isAlone && group.canInvite && (
          <section className="panel group-alone">
            <EmptyState level={2} mood="happy" title={texts.page.alone} text={texts.page.aloneText}>
              <LinkButton variant="primary" multiline to={urlForGroup(id, 'invite')}>
                {texts.page.invite}
              </LinkButton>
            </EmptyState>
          </section>
        )}
        <div className="group-columns">
          <div className="group-column">
            <GroupMembers group={group} />
            {invited.length > 0 && <InvitedPlayers group={group} />}
          </div>
          {played && <Played games={played} />}
        </div>
        {!isAlone && <Favorites games={favorites} />}
        <ReportGroupButton groupId={id} returnUrl={urlForGroup(id)} />
      </div>
    </div>
  );
}

/** The head of the page on cloth of the badge's color. */
function Band({ group }: { group: GroupPage }) {
  const { name, motto, badge, canInvite } = group;
  const { ground, sign } = PAINTS[badge.color];
  const isBright = badge.color === 'yellow' || badge.color === 'orange';
  const style = { '--cloth': ground, '--cloth-ink': badge.color === 'night' ? '#fff' : sign } as CSSProperties;
  return (
    <div className={`group-band cloth weave-${badge.cloth}${isBright ? ' bright' : ''}`} style={style}>
      <div className="wrap">
        <GroupBadgePicture badge={badge} size={112} className="group-band-badge" />
        <div className="group-band-names">
          <h1 dir="auto">{name}</h1>
          {motto !== '' && <p dir="auto">{motto}</p>}
        </div>
        <div className="group-band-acts">
          {canInvite && (
            <LinkButton variant={isBright ? 'night' : 'primary'} to={urlForGroup(group.id, 'invite')}>
              <Icon icon="user-plus" size="small" />
              {texts.page.invite}
            </LinkButton>
          )}
          <GroupMenu group={group} />
        </div>
      </div>
    </div>
  );
}

function Played({ games }: { games: NonNullable<GroupPage['played']> }) {
  return (
    <section className="panel group-played" aria-labelledby="group-played">
      <h2 id="group-played">{texts.page.played}</h2>
      {games.length === 0 ? (
        <p className="people-none">{texts.page.noPlayed}</p>
      ) : (
        <>
          <ol>
            {games.map((game) => (
              <li key={game.id}>
                <Link className="group-game" to={`/games/${game.id}`}>
                  <Cover src={game.cover} />
                  <span>
                    <b>{game.title}</b>
                    <span className="muted">{texts.page.plays(game.playCount)}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ol>
          <p className="muted group-hint">{texts.page.playedHint}</p>
        </>
      )}
    </section>
  );
}

function Favorites({ games }: { games: Game[] }) {
  return (
    <section className="group-favorites" aria-labelledby="group-favorites">
      <h2 id="group-favorites">{texts.page.favorites}</h2>
      {games.length === 0 ? (
        <p className="panel people-none">{texts.page.noFavorites}</p>
      ) : (
        <ul className="rail">
          {games.map((game) => (
            <li key={game.id}>
              <GameCard game={game} viewer="player" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
