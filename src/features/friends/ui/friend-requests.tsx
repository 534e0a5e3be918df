import { useEffect, useRef, useState } from 'react';
import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { urlForFriends } from '../rules.ts';
import type { FriendsView, ReceivedRequestRow, RequestRow } from '../schema.ts';
import { texts } from '../texts.ts';
import { FriendActionForm } from './friend-action-form.tsx';
import { focusNextRow, PlayerRow } from './player-row.tsx';
import { useFriendAction, type PerformFriendAction } from './use-friend-action.ts';
import './friends.css';
import '../../../web/kit/person.css';

const RETURN_URL = urlForFriends({ tab: 'requests' });

/** Open requests: received and sent. */
export function FriendRequests({ requests }: { requests: NonNullable<FriendsView['requests']> }) {
  const { pendingActions, performAction } = useFriendAction();
  const isUnanswered = ({ id }: RequestRow) => !pendingActions.has(id);
  const sent = requests.sent.filter(isUnanswered);
  return (
    <div className="friends-panels">
      <ReceivedRequests
        key={requests.from}
        received={requests.received.filter(isUnanswered)}
        from={requests.from}
        performAction={performAction}
      />
      {sent.length > 0 && <SentRequests sent={sent} performAction={performAction} />}
    </div>
  );
}

type ReceivedRequestsProps = { received: ReceivedRequestRow[]; from: string | null; performAction: PerformFriendAction };

function ReceivedRequests({ received, from, performAction }: ReceivedRequestsProps) {
  const { accept, decline } = texts.received;
  // Who answers the request here knows why it is gone.
  const [isGone] = useState(from !== null && !received.some(({ id }) => id === from));
  const marked = useMarkedRow();
  return (
    <section className="panel">
      <h2 tabIndex={-1}>{texts.received.title}</h2>
      {isGone && (
        <div role="status">
          <Note title={texts.received.gone.title}>{texts.received.gone.text}</Note>
        </div>
      )}
      {received.length === 0 ? (
        <EmptyState title={texts.received.empty} level={3}>
          <LinkButton variant="primary" multiline to={urlForFriends({ tab: 'search' })}>
            {texts.search}
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <p className="muted">{texts.received.hint}</p>
          <ul className="people">
            {received.map((person) => (
              <PlayerRow key={person.id} player={person} note={describeReceived(person)} markRef={person.id === from ? marked : undefined}>
                {(
                  [
                    ['accept', accept, 'primary'],
                    ['decline', decline, 'soft'],
                  ] as const
                ).map(([action, label, variant]) => (
                  <FriendActionForm
                    key={action}
                    action={action}
                    playerId={person.id}
                    returnUrl={RETURN_URL}
                    variant={variant}
                    size="sm"
                    label={texts.about(label, person.displayName)}
                    onAction={(form) => {
                      focusNextRow(form);
                      void performAction(action, person.id);
                    }}
                  >
                    {label}
                  </FriendActionForm>
                ))}
              </PlayerRow>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function describeReceived({ isRenewal, sharedFriends }: ReceivedRequestRow): string {
  const shared = texts.received.sharedFriends(sharedFriends);
  return isRenewal ? `${texts.received.renewal}. ${shared}` : shared;
}

/** The row that the URL names: it is scrolled into view and gets the focus, so that screen readers read it. */
function useMarkedRow() {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // After a navigation the page itself gets the focus in the same turn (root.tsx).
    queueMicrotask(() => {
      row.current?.scrollIntoView({ block: 'nearest' });
      row.current?.focus({ preventScroll: true });
    });
  }, []);
  return row;
}

function SentRequests({ sent, performAction }: { sent: RequestRow[]; performAction: PerformFriendAction }) {
  return (
    <section className="panel">
      <h2 tabIndex={-1}>{texts.sent.title}</h2>
      <ul className="people">
        {sent.map((person) => (
          <PlayerRow key={person.id} player={person} note={person.isRenewal ? texts.sent.renewal : undefined}>
            <FriendActionForm
              action="withdraw"
              playerId={person.id}
              returnUrl={RETURN_URL}
              variant="soft"
              size="sm"
              label={texts.about(texts.sent.withdraw, person.displayName)}
              onAction={(form) => {
                focusNextRow(form);
                void performAction('withdraw', person.id);
              }}
            >
              {texts.sent.withdraw}
            </FriendActionForm>
          </PlayerRow>
        ))}
      </ul>
    </section>
  );
}
