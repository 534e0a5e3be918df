import { Search } from 'lucide-react';
import { useEffect, useRef, type FormEvent } from 'react';
import { Form, useSubmit } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { TERM_MAX } from '../asking/rules.ts';
import type { FriendsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { DeedForm } from './deed-form.tsx';
import { FriendCode } from './friend-code.tsx';
import { focusBeside, PersonLine } from './person-line.tsx';
import { RelationButton } from './relation-button.tsx';
import { useDeed } from './use-deed.ts';

/** Wait this long after a key before searching, in milliseconds. */
const PAUSE_MS = 300;

type AddFriendsProps = { search: NonNullable<FriendsView['search']> };

/** Finding players, one's own code to be found by, and those who are blocked. */
export function AddFriends({ search }: AddFriendsProps) {
  const { wishes, act } = useDeed();
  const here = `/friends?${new URLSearchParams({ tab: 'search', ...(search.term !== '' && { q: search.term }) }).toString()}`;
  const blocked = search.blocked.filter(({ id }) => wishes.get(id) !== 'unblock');
  return (
    <div className="friends-panels with-side">
      <section className="panel">
        <h2 tabIndex={-1}>{texts.find.title}</h2>
        <SearchForm term={search.term} />
        <Found search={search} here={here} wishes={wishes} act={act} />
      </section>
      <div className="friends-panels">
        <FriendCode code={search.code} link={search.link} here={here} act={act} />
        {blocked.length > 0 && (
          <section className="panel">
            <h2 tabIndex={-1}>{texts.blocked.title}</h2>
            <p className="muted">{texts.blocked.text}</p>
            <ul className="people">
              {blocked.map((person) => (
                <PersonLine key={person.id} person={person} isLink={false}>
                  <DeedForm
                    deed="unblock"
                    playerId={person.id}
                    returnUrl={here}
                    variant="soft"
                    size="sm"
                    label={texts.about(texts.blocked.unblock, person.displayName)}
                    onAct={(form) => {
                      focusBeside(form);
                      void act('unblock', person.id);
                    }}
                  >
                    {texts.blocked.unblock}
                  </DeedForm>
                </PersonLine>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
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
        maxLength={TERM_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => {
          const { form } = event.currentTarget;
          clearTimeout(timer.current);
          // One letter fits nearly everybody: it waits for the button.
          if (event.currentTarget.value.trim().length !== 1) timer.current = setTimeout(() => form && search(form), PAUSE_MS);
        }}
      />
      <Button type="submit" variant="secondary">
        <Icon icon={Search} size="small" />
        {texts.find.button}
      </Button>
    </Form>
  );
}

type FoundProps = AddFriendsProps & { here: string } & ReturnType<typeof useDeed>;

function Found({ search: { term, found, isSlow }, here, wishes, act }: FoundProps) {
  return (
    <>
      <div role="status">
        {isSlow && <p className="people-none">{texts.find.slow}</p>}
        {found !== null && (
          <p className={found.length === 0 ? 'people-none' : 'aloud'}>
            {found.length === 0 ? texts.find.noMatch(term) : texts.find.count(found.length)}
          </p>
        )}
      </div>
      {found !== null && found.length > 0 && (
        <ul className="people" aria-label={texts.find.label2}>
          {found.map((person) => (
            <PersonLine key={person.id} person={person}>
              <RelationButton
                person={person}
                relation={person.relation}
                wish={wishes.get(person.id)}
                returnUrl={here}
                size="sm"
                act={act}
              />
            </PersonLine>
          ))}
        </ul>
      )}
    </>
  );
}
