import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/state.tsx';
import { friendsAddress } from '../rules.ts';
import type { FriendsView, RequestRow } from '../schema.ts';
import { texts } from '../texts.ts';
import { DeedForm } from './deed-form.tsx';
import { focusBeside, PersonLine } from './person-line.tsx';
import { useDeed } from './use-deed.ts';

const HERE = friendsAddress({ tab: 'requests' });

/** Open requests: those that wait for the viewer's answer, and those that the viewer sent. */
export function Requests({ requests }: { requests: NonNullable<FriendsView['requests']> }) {
  const { wishes, act } = useDeed();
  const isOpen = ({ id }: RequestRow) => !wishes.has(id);
  const received = requests.received.filter(isOpen);
  const sent = requests.sent.filter(isOpen);
  const { accept, decline } = texts.received;
  return (
    <div className="friends-panels">
      <section className="panel">
        <h2 tabIndex={-1}>{texts.received.title}</h2>
        {received.length === 0 ? (
          <EmptyState title={texts.received.empty} level={3}>
            <LinkButton variant="primary" to={friendsAddress({ tab: 'search' })}>
              {texts.search}
            </LinkButton>
          </EmptyState>
        ) : (
          <>
            <p className="muted">{texts.received.hint}</p>
            <ul className="people">
              {received.map((person) => (
                <PersonLine key={person.id} person={person}>
                  {(
                    [
                      ['accept', accept, 'primary'],
                      ['decline', decline, 'soft'],
                    ] as const
                  ).map(([deed, word, look]) => (
                    <DeedForm
                      key={deed}
                      deed={deed}
                      playerId={person.id}
                      returnUrl={HERE}
                      variant={look}
                      size="sm"
                      label={texts.about(word, person.displayName)}
                      onAct={(form) => {
                        focusBeside(form);
                        void act(deed, person.id);
                      }}
                    >
                      {word}
                    </DeedForm>
                  ))}
                </PersonLine>
              ))}
            </ul>
          </>
        )}
      </section>
      {sent.length > 0 && (
        <section className="panel">
          <h2 tabIndex={-1}>{texts.sent.title}</h2>
          <ul className="people">
            {sent.map((person) => (
              <PersonLine key={person.id} person={person}>
                <DeedForm
                  deed="withdraw"
                  playerId={person.id}
                  returnUrl={HERE}
                  variant="soft"
                  size="sm"
                  label={texts.about(texts.sent.withdraw, person.displayName)}
                  onAct={(form) => {
                    focusBeside(form);
                    void act('withdraw', person.id);
                  }}
                >
                  {texts.sent.withdraw}
                </DeedForm>
              </PersonLine>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
