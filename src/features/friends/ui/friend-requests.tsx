import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { urlForFriends } from '../rules.ts';
import type { FriendsView, RequestRow } from '../schema.ts';
import { texts } from '../texts.ts';
import { FriendActionForm } from './friend-action-form.tsx';
import { focusNextRow, PlayerRow } from './player-row.tsx';
import { useFriendAction, type PerformFriendAction } from './use-friend-action.ts';

const RETURN_URL = urlForFriends({ tab: 'requests' });

/** Open requests: received and sent. */
export function FriendRequests({ requests }: { requests: NonNullable<FriendsView['requests']> }) {
  const { wishes: pendingActions, act: performAction } = useFriendAction();
  const isUnanswered = ({ id }: RequestRow) => !pendingActions.has(id);
  return (
    <div className="friends-panels">
      <ReceivedRequests requests={requests.received.filter(isUnanswered)} performAction={performAction} />
      <SentRequests requests={requests.sent.filter(isUnanswered)} performAction={performAction} />
    </div>
  );
}

type RequestListProps = { requests: RequestRow[]; performAction: PerformFriendAction };

function ReceivedRequests({ requests, performAction }: RequestListProps) {
  return (
    <section className="panel">
      <h2 tabIndex={-1}>{texts.received.title}</h2>
      {requests.length === 0 ? (
        <EmptyState title={texts.received.empty} level={3}>
          <LinkButton variant="primary" to={urlForFriends({ tab: 'search' })}>
            {texts.search}
          </LinkButton>
        </EmptyState>
      ) : (
        <>
          <p className="muted">{texts.received.hint}</p>
          <ul className="people">
            {requests.map((person) => (
              <PlayerRow key={person.id} player={person}>
                <RequestAction action="accept" label={texts.received.accept} person={person} performAction={performAction} />
                <RequestAction action="decline" label={texts.received.decline} person={person} performAction={performAction} />
              </PlayerRow>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function SentRequests({ requests, performAction }: RequestListProps) {
  if (requests.length === 0) return null;
  return (
    <section className="panel">
      <h2 tabIndex={-1}>{texts.sent.title}</h2>
      <ul className="people">
        {requests.map((person) => (
          <PlayerRow key={person.id} player={person}>
            <RequestAction action="withdraw" label={texts.sent.withdraw} person={person} performAction={performAction} />
          </PlayerRow>
        ))}
      </ul>
    </section>
  );
}

type RequestActionProps = {
  action: 'accept' | 'decline' | 'withdraw';
  label: string;
  person: RequestRow;
  performAction: PerformFriendAction;
};

/** A button on a request. The request disappears, so the next one gets the focus. */
function RequestAction({ action, label, person, performAction }: RequestActionProps) {
  return (
    <FriendActionForm
      action={action}
      playerId={person.id}
      returnUrl={RETURN_URL}
      variant={action === 'accept' ? 'primary' : 'soft'}
      size="sm"
      label={texts.about(label, person.displayName)}
      onAction={(form) => {
        focusNextRow(form);
        void performAction(action, person.id);
      }}
    >
      {label}
    </FriendActionForm>
  );
}
