import { ArrowLeft, MessageCircle, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { Looks } from '../../avatars/ui/looks.tsx';
import type { GameCard as Game } from '../../games/catalogue/schema.ts';
import { GameCard } from '../../games/catalogue/ui/game-card.tsx';
import { friendsAddress, relationAfter } from '../rules.ts';
import type { ProfileView } from '../schema.ts';
import { monthOf, texts } from '../texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DeedForm } from './deed-form.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PresenceMark } from './presence-mark.tsx';
import { RelationButton } from './relation-button.tsx';
import { DEEDS_ADDRESS, useDeed, type Act } from './use-deed.ts';
import { useNow } from './use-now.ts';
import { usePresences } from './use-presences.ts';

/** Covers of the first row are fetched at once. */
const EARLY = 3;

/** A player's page as others see it. @param props.viewer 'visitor' where nobody is signed in */
export function FriendProfile({ view, viewer = 'player' }: { view: ProfileView; viewer?: 'visitor' | 'player' }) {
  const { person, memberSince, presence, favorites, created } = view;
  const words = texts.profile;
  const now = useNow();
  const presenceOf = usePresences();
  const navigate = useNavigate();
  const { wishes, act } = useDeed();
  const relation = relationAfter(view.relation, wishes.get(person.id));
  const here = `/friends/${encodeURIComponent(person.id)}`;
  const onGone = async () => navigate(friendsAddress());
  return (
    <div className="friend-profile">
      <div className="friends-band cloth adventure" aria-hidden="true" />
      <div className="wrap">
        <div className="friend-profile-who">
          <Looks avatar={person.avatar} className={{ face: 'friend-profile-avatar', figure: 'friend-profile-figure' }} />
          <div className="friend-profile-names">
            <h1 dir="auto">{person.displayName}</h1>
            <p className="muted">
              <span>@{person.username}</span> <span>{words.memberSince(monthOf(memberSince))}</span>
              <PresenceMark presence={presenceOf(person.id, presence)} now={now} />
            </p>
          </div>
          <div className="friend-profile-acts">
            {viewer === 'visitor' ? (
              <LinkButton variant="primary" to={`/login?returnUrl=${encodeURIComponent(here)}`}>
                {words.add}
              </LinkButton>
            ) : (
              <>
                {view.relation === 'friends' ? (
                  <FriendActs person={person} act={act} onGone={onGone} />
                ) : (
                  <RelationButton person={person} relation={view.relation} wish={wishes.get(person.id)} returnUrl={here} act={act} />
                )}
                {relation === 'received' && (
                  <DeedForm deed="decline" playerId={person.id} returnUrl={here} variant="soft" onAct={() => void act('decline', person.id)}>
                    {texts.received.decline}
                  </DeedForm>
                )}
                <PersonMenu person={person} relation={view.relation} act={act} onGone={onGone} isOnProfile />
              </>
            )}
          </div>
        </div>
        {relation === 'received' && <Note>{words.wants(person.displayName)}</Note>}
        {relation === 'blocked' && <Note>{words.blocked(person.displayName)}</Note>}
        <p className="friend-profile-back">
          <LinkButton variant="soft" size="sm" to={friendsAddress()}>
            <Icon icon={ArrowLeft} size="small" />
            {words.back}
          </LinkButton>
        </p>
        <Games title={words.favorites} none={words.noFavorites} games={favorites} viewer={viewer} />
        {created.length > 0 && <Games title={words.created} none="" games={created} viewer={viewer} />}
      </div>
    </div>
  );
}

type FriendActsProps = { person: ProfileView['person']; act: Act; onGone: () => Promise<void> };

/** What only friends see (spec 2, section 6). */
function FriendActs({ person, act, onGone }: FriendActsProps) {
  const [isAsked, setAsked] = useState(false);
  const words = texts.remove;
  return (
    <>
      <LinkButton variant="primary" to={friendsAddress({ chat: person.id })}>
        <Icon icon={MessageCircle} />
        {texts.profile.message}
      </LinkButton>
      <Button className="needs-js" variant="danger" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        <Icon icon={UserMinus} />
        {texts.profile.remove}
      </Button>
      <noscript>
        <form method="post" action={DEEDS_ADDRESS}>
          <input type="hidden" name="do" value="remove" />
          <input type="hidden" name="id" value={person.id} />
          <input type="hidden" name="returnUrl" value={friendsAddress()} />
          <button type="submit" className={buttonClass({ variant: 'danger' })}>
            {texts.profile.remove}
          </button>
        </form>
      </noscript>
      <ConfirmDialog
        isOpen={isAsked}
        title={words.title(person.displayName)}
        text={words.text(person.displayName)}
        keep={words.keep}
        confirm={words.confirm}
        onClose={() => setAsked(false)}
        onConfirm={() => act('remove', person.id, onGone)}
      />
    </>
  );
}

type GamesProps = { title: string; none: string; games: Game[]; viewer: 'visitor' | 'player' };

function Games({ title, none, games, viewer }: GamesProps) {
  return (
    <section className="friend-profile-games">
      <h2>{title}</h2>
      {games.length === 0 ? (
        <p className="panel people-none">{none}</p>
      ) : (
        <ul className="grid profile-games">
          {games.map((game, index) => (
            <li key={game.id}>
              <GameCard game={game} viewer={viewer} isEager={index < EARLY} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
