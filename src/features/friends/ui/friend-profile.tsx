import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button, buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { TeamBadge } from '../../../web/kit/team-badge.tsx';
import { FullBodyAvatar } from '../../avatars/ui/full-body-avatar.tsx';
import type { GameCard as Game } from '../../games/catalogue/schema.ts';
import { GameCard } from '../../games/catalogue/ui/game-card.tsx';
import { urlForFriends, relationAfter } from '../rules.ts';
import type { ProfileView, FriendAction } from '../schema.ts';
import { formatMonth } from '../../../shared/date-format.ts';
import { texts } from '../texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FriendActionForm } from './friend-action-form.tsx';
import { PlayerMenu } from './player-menu.tsx';
import { PresenceIndicator } from './presence-indicator.tsx';
import { RelationButton } from './relation-button.tsx';
import { FRIEND_ACTIONS_URL, useFriendAction, type PerformFriendAction } from './use-friend-action.ts';
import { useNow } from './use-now.ts';
import { usePresences } from './use-presences.ts';
import '../../games/catalogue/ui/card-shapes.css';
import '../../games/catalogue/ui/profile-games.css';
import './friends.css';
import '../../../web/kit/person.css';
import './friend-profile.css';

/** Covers of the first row load eagerly. */
const EAGER_COVERS = 3;

/** A player's page as others see it: all of it, or the names and the picture. */
export function FriendProfile({ view }: { view: ProfileView }) {
  const { player, presence, sharedFriends, details } = view;
  const words = texts.profile;
  const now = useNow();
  const getPresence = usePresences();
  const { pendingActions, performAction } = useFriendAction();
  const relation = relationAfter(view.relation, pendingActions.get(player.id));
  return (
    <div className="friend-profile">
      <div className="friends-band cloth adventure" aria-hidden="true" />
      <div className="wrap">
        <div className="friend-profile-who">
          <FullBodyAvatar avatar={player.avatar} className={{ face: 'friend-profile-avatar', body: 'friend-profile-figure' }} />
          <div className="friend-profile-names">
            <h1 dir="auto">{player.displayName}</h1>
            <p className="muted">
              {player.isTeam && <TeamBadge />}
              <span>@{player.username}</span> {details && <span>{words.memberSince(formatMonth(details.memberSince))}</span>}
              <PresenceIndicator presence={getPresence(player.id, presence)} now={now} />
            </p>
          </div>
          <div className="friend-profile-acts">
            <PlayerActions view={view} pendingAction={pendingActions.get(player.id)} performAction={performAction} />
          </div>
        </div>
        {relation === 'received' && <Note>{words.wants(player.displayName, sharedFriends)}</Note>}
        {relation === 'blocked' && <Note>{words.blocked(player.displayName)}</Note>}
        {view.relation === 'none' && view.asking === 'code' && (
          <Note>
            {words.askWithCode(player.displayName)}{' '}
            <Link className="link" to={urlForFriends({ tab: 'search' })}>
              {texts.search}
            </Link>
          </Note>
        )}
        <p className="friend-profile-back">
          <LinkButton variant="soft" size="sm" to={urlForFriends()}>
            <Icon icon="arrow-left" size="small" />
            {words.back}
          </LinkButton>
        </p>
        {details ? (
          <>
            <Games title={words.favorites} emptyText={words.noFavorites} games={details.favorites} />
            {details.created.length > 0 && <Games title={words.created} emptyText="" games={details.created} />}
          </>
        ) : (
          relation !== 'blocked' && <p className="panel people-none friend-profile-games">{words.forFriends(player.displayName)}</p>
        )}
      </div>
    </div>
  );
}

const urlForProfile = ({ id }: ProfileView['player']) => `/friends/${encodeURIComponent(id)}`;

type PlayerActionsProps = { view: ProfileView; pendingAction: FriendAction | undefined; performAction: PerformFriendAction };

/** What a signed-in player can do with another one. */
function PlayerActions({ view, pendingAction, performAction }: PlayerActionsProps) {
  const { player } = view;
  const relation = relationAfter(view.relation, pendingAction);
  const returnUrl = urlForProfile(player);
  const navigate = useNavigate();
  const onRemoved = async () => navigate(urlForFriends());
  return (
    <>
      {view.relation === 'friends' ? (
        <FriendActions player={player} performAction={performAction} onRemoved={onRemoved} />
      ) : (
        <RelationButton
          player={player}
          relation={view.relation}
          asking={view.asking}
          code={null}
          pendingAction={pendingAction}
          returnUrl={returnUrl}
          performAction={performAction}
        />
      )}
      {relation === 'received' && (
        <FriendActionForm
          action="decline"
          playerId={player.id}
          returnUrl={returnUrl}
          variant="soft"
          onAction={() => void performAction('decline', player.id)}
        >
          {texts.received.decline}
        </FriendActionForm>
      )}
      <PlayerMenu player={player} relation={view.relation} performAction={performAction} onRemoved={onRemoved} isOnProfile />
    </>
  );
}

type FriendActionsProps = { player: ProfileView['player']; performAction: PerformFriendAction; onRemoved: () => Promise<void> };

/** Actions that only friends see (spec 2, section 6). */
function FriendActions({ player, performAction, onRemoved }: FriendActionsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const words = texts.remove;
  return (
    <>
      <LinkButton variant="primary" to={urlForFriends({ chat: player.id })}>
        <Icon icon="message-circle" />
        {texts.profile.message}
      </LinkButton>
      <Button className="needs-js" variant="danger" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
        <Icon icon="user-minus" />
        {texts.profile.remove}
      </Button>
      <noscript>
        <form method="post" action={FRIEND_ACTIONS_URL}>
          <input type="hidden" name="do" value="remove" />
          <input type="hidden" name="id" value={player.id} />
          <input type="hidden" name="returnUrl" value={urlForFriends()} />
          <button type="submit" className={buttonClass({ variant: 'danger' })}>
            {texts.profile.remove}
          </button>
        </form>
      </noscript>
      <ConfirmDialog
        isOpen={isConfirming}
        title={words.title(player.displayName)}
        text={words.text(player.displayName)}
        cancelLabel={words.keep}
        confirmLabel={words.confirm}
        onClose={() => setConfirming(false)}
        onConfirm={() => performAction('remove', player.id, { after: onRemoved })}
      />
    </>
  );
}

type GamesProps = { title: string; emptyText: string; games: Game[] };

function Games({ title, emptyText, games }: GamesProps) {
  return (
    <section className="friend-profile-games">
      <h2>{title}</h2>
      {games.length === 0 ? (
        <p className="panel people-none">{emptyText}</p>
      ) : (
        <ul className="grid profile-games">
          {games.map((game, index) => (
            <li key={game.id}>
              <GameCard game={game} viewer="player" isEager={index < EAGER_COVERS} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
