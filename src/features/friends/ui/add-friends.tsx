import { useEffect, useRef, type FormEvent } from 'react';
import { Form, useSubmit } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { formatLongDate } from '../../../shared/date-format.ts';
import { SEARCH_TERM_LENGTH_MAX, type BlockedRow, type FriendsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { FriendActionForm } from './friend-action-form.tsx';
import { FriendCode } from './friend-code.tsx';
import { focusNextRow, PlayerRow } from './player-row.tsx';
import { RelationButton } from './relation-button.tsx';
import { useFriendAction, type PerformFriendAction } from './use-friend-action.ts';
import './friends.css';
import '../../../web/kit/person.css';
import './add-friends.css';

/**
 * Debounce delay of the search, in milliseconds: longer than a child looks for the next letter, because each search costs data, and new
 * players have only so many a day.
 */
const DEBOUNCE_MS = 600;

type AddFriendsProps = { search: NonNullable<FriendsView['search']> };

/** Player search, the viewer's own friend code, and the players they blocked. */
export function AddFriends({ search }: AddFriendsProps) {
  const { pendingActions, performAction } = useFriendAction();
  const returnUrl = `/friends?${new URLSearchParams({ tab: 'search', ...(search.term !== '' && { q: search.term }) }).toString()}`;
  const blocked = search.blocked.filter(({ id }) => pendingActions.get(id) !== 'unblock');
  return (
    <div className="friends-panels with-side">
      <section className="panel">
        <h2 tabIndex={-1}>{texts.find.title}</h2>
        <SearchForm term={search.term} />
        <SearchResults search={search} returnUrl={returnUrl} pendingActions={pendingActions} performAction={performAction} />
      </section>
      <div className="friends-panels">
        <FriendCode code={search.code} link={search.link} returnUrl={returnUrl} performAction={performAction} />
        {blocked.length > 0 && (
          <section className="panel">
            <h2 tabIndex={-1}>{texts.blocked.title}</h2>
            <p className="muted">{texts.blocked.text}</p>
            <ul className="people">
              {blocked.map((row) => (
                <BlockedPlayer key={row.id} row={row} returnUrl={returnUrl} performAction={performAction} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

type BlockedPlayerProps = { row: BlockedRow; returnUrl: string; performAction: PerformFriendAction };

/** A player whom the viewer blocked; without names or picture if they are out of sight. */
function BlockedPlayer({ row: { id, at, player }, returnUrl, performAction }: BlockedPlayerProps) {
  const { unblock, unknown, since, aboutUnknown } = texts.blocked;
  const day = formatLongDate(at);
  const button = (
    <FriendActionForm
      action="unblock"
      playerId={id}
      returnUrl={returnUrl}
      variant="soft"
      size="sm"
      label={texts.about(unblock, player?.displayName ?? aboutUnknown(day))}
      onAction={(form) => {
        focusNextRow(form);
        void performAction('unblock', id);
      }}
    >
      {unblock}
    </FriendActionForm>
  );
  if (player)
    return (
      <PlayerRow player={player} isLink={false}>
        {button}
      </PlayerRow>
    );
  return (
    <li className="person-line">
      <span className="person-who">
        <span className="person-names">
          <b>{unknown}</b>
          <span>{since(day)}</span>
        </span>
      </span>
      <span className="person-acts">{button}</span>
    </li>
  );
}

function SearchForm({ term }: { term: string }) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (form: HTMLFormElement) => void submit(form, { replace: true, preventScrollReset: true });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    clearTimeout(timer.current);
    search(event.currentTarget);
  };
  return (
    <Form className="find-form" action="/friends" role="search" aria-label={texts.find.title} onSubmit={onSubmit}>
      <input type="hidden" name="tab" value="search" />
      <Field
        name="q"
        type="search"
        label={texts.find.label}
        hint={texts.find.hint}
        defaultValue={term}
        maxLength={SEARCH_TERM_LENGTH_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => {
          const { form } = event.currentTarget;
          clearTimeout(timer.current);
          // A single character matches almost everybody: it needs the search button.
          if (event.currentTarget.value.trim().length !== 1) timer.current = setTimeout(() => form && search(form), DEBOUNCE_MS);
        }}
      />
      <Button type="submit" variant="secondary">
        <Icon icon="search" size="small" />
        {texts.find.button}
      </Button>
    </Form>
  );
}

type SearchResultsProps = AddFriendsProps & { returnUrl: string } & ReturnType<typeof useFriendAction>;

function SearchResults({ search: { term, results, wait }, returnUrl, pendingActions, performAction }: SearchResultsProps) {
  return (
    <>
      <div role="status">
        {wait && <p className="people-none">{texts.find.wait(wait)}</p>}
        {results !== null && (
          <p className={results.length === 0 ? 'people-none' : 'visually-hidden'}>
            {results.length === 0 ? texts.find.noMatch(term) : texts.find.count(results.length)}
          </p>
        )}
        {results?.length === 0 && <p className="find-hint muted">{texts.find.noMatchHint}</p>}
      </div>
      {results !== null && results.length > 0 && (
        <ul className="people" aria-label={texts.find.label2}>
          {results.map((person) => (
            <PlayerRow key={person.id} player={person} note={person.opensByCode ? texts.opensByCode.note : undefined}>
              <RelationButton
                player={person}
                relation={person.relation}
                asking={person.asking}
                code={person.code}
                opensByCode={person.opensByCode}
                pendingAction={pendingActions.get(person.id)}
                returnUrl={returnUrl}
                size="sm"
                performAction={performAction}
              />
            </PlayerRow>
          ))}
        </ul>
      )}
    </>
  );
}
