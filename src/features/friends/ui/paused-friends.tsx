import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import type { ReportTarget } from '../../chat/ui/chat-api.ts';
import { ReportDialog } from '../../chat/ui/report-dialog.tsx';
import { urlForFriends } from '../rules.ts';
import type { FriendsView, PlayerSummary } from '../schema.ts';
import { texts } from '../texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FriendActionForm } from './friend-action-form.tsx';
import { PlayerRow } from './player-row.tsx';
import { useFriendAction } from './use-friend-action.ts';
import './friends.css';
import '../../../web/kit/person.css';

/** Where a link to another page of the list leads. */
const SECTION_ID = 'paused';
const ACTIONS = ['remove', 'block'] as const;
/** The dialog that is open; null: it was closed, and keeps its words while it disappears. */
type Asked = { what: (typeof ACTIONS)[number] | 'report' | null; player: PlayerSummary; target: ReportTarget };

/** Friendships that the ages of the two pause: who, why, and what can be done. Nothing if there are none. */
export function PausedFriends({ page }: { page: NonNullable<FriendsView['pausedFriends']> }) {
  const { pendingActions, performAction } = useFriendAction();
  const [asked, setAsked] = useState<Asked | null>(null);
  const words = texts.pausedFriends;
  const name = asked?.player.displayName ?? '';
  const heading = useRef<HTMLHeadingElement>(null);
  const ask = (what: Asked['what'], player: PlayerSummary) => setAsked({ what, player, target: { playerId: player.id } });
  const close = () => setAsked((now) => now && { ...now, what: null });
  useEffect(() => {
    // A dialog gives the focus back to its button, which is gone with its row.
    if (asked?.what === null && document.activeElement === document.body) heading.current?.focus();
  }, [asked]);
  if (page.items.length === 0 && page.after === null) return null;
  const returnUrl = urlForFriends({ paused: page.after });
  return (
    <div className="friends-panels friends-paused">
      <section className="panel" id={SECTION_ID}>
        <h2 ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <p className="muted">{words.text}</p>
        <p className="muted">
          {words.help}{' '}
          <Link className="link" to="/contact">
            {words.contact}
          </Link>
        </p>
        <ul className="people">
          {page.items
            .filter(({ id }) => !pendingActions.has(id))
            .map((player) => (
              <PlayerRow key={player.id} player={player} isLink={false}>
                {ACTIONS.map((action) => (
                  <FriendActionForm
                    key={action}
                    action={action}
                    playerId={player.id}
                    returnUrl={returnUrl}
                    variant="soft"
                    size="sm"
                    label={texts.about(words.actions[action], player.displayName)}
                    onAction={() => ask(action, player)}
                  >
                    {words.actions[action]}
                  </FriendActionForm>
                ))}
                <Button
                  className="needs-js"
                  variant="soft"
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={texts.about(words.actions.report, player.displayName)}
                  onClick={() => ask('report', player)}
                >
                  {words.actions.report}
                </Button>
              </PlayerRow>
            ))}
        </ul>
        {(page.after !== null || page.next !== null) && <PageLinks page={page} />}
      </section>
      {ACTIONS.map((action) => (
        <ConfirmDialog
          key={action}
          isOpen={asked?.what === action}
          title={words[action].title(name)}
          text={words[action].text(name)}
          cancelLabel={words[action].keep}
          confirmLabel={words[action].confirm}
          onClose={close}
          onConfirm={async () => asked !== null && performAction(action, asked.player.id)}
        />
      ))}
      <ReportDialog
        target={asked?.what === 'report' ? asked.target : null}
        name={name}
        onClose={close}
        onBlock={async () => asked !== null && performAction('block', asked.player.id)}
      />
    </div>
  );
}

/** Links to the next page of the list and back to its start, which work without JavaScript too. */
function PageLinks({ page: { after, next } }: { page: NonNullable<FriendsView['pausedFriends']> }) {
  const { more, fromStart } = texts.pausedFriends;
  const urlForPage = (paused: string | null) => `${urlForFriends({ paused })}#${SECTION_ID}`;
  return (
    <p className="friends-paused-pages">
      {after !== null && (
        <LinkButton variant="soft" size="sm" to={urlForPage(null)}>
          {fromStart}
        </LinkButton>
      )}
      {next !== null && (
        <LinkButton variant="soft" size="sm" to={urlForPage(next)}>
          {more}
        </LinkButton>
      )}
    </p>
  );
}
