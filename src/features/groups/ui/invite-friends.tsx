import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { PersonName } from '../../../web/kit/team-badge.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { texts } from '../page.texts.ts';
import { INVITE_FIELD_PREFIX, INVITED_AT_ONCE_MAX, urlForGroup } from '../form-actions.schema.ts';
import { GROUP_LIMITS, INVITABLE_MAX, type InvitableView } from '../schema.ts';
import { BackLink } from './back-link.tsx';
import '../../../web/kit/person.css';
import './invite-friends.css';

/** The result of inviting: how many have an invitation now. */
type InviteResult = { ok: true; invited: number } | ActionFailure;

type InviteFriendsProps = {
  group: { id: string; name: string };
  view: InvitableView;
  /** What was searched for; '' for nothing. */
  term: string;
  answer: InviteResult | undefined;
};

/** Friends to invite to a group, with a box to tick for each. */
export function InviteFriends({ group, view: { friends, full }, term, answer }: InviteFriendsProps) {
  const words = texts.invite;
  useReturnToGroup(group.id, answer);
  const isWhole = friends.length < INVITABLE_MAX && term === '';
  return (
    <div className="wrap section invite-page">
      <BackLink to={urlForGroup(group.id)} label={group.name} />
      <h1>{words.title}</h1>
      <ResultNotice
        toast={answer?.ok === true ? words.sent(answer.invited) : null}
        error={answer?.ok === false ? { title: words.failedTitle, text: answer.error ?? words.failed } : null}
      />
      {full ? (
        <section className="panel">
          <EmptyState level={2} title={words.full} text={words.fullText}>
            <LinkButton variant="primary" multiline to={urlForGroup(group.id)}>
              {words.back}
            </LinkButton>
          </EmptyState>
        </section>
      ) : (
        <section className="panel invite-panel">
          {!isWhole && <SearchForm term={term} />}
          {friends.length > 0 ? (
            <InviteForm groupId={group.id} friends={friends} answer={answer} />
          ) : term === '' ? (
            <EmptyState level={2} title={words.empty} text={words.emptyText}>
              <LinkButton variant="primary" multiline to="/friends?tab=search">
                {words.addFriends}
              </LinkButton>
              <LinkButton variant="soft" multiline to={urlForGroup(group.id)}>
                {words.back}
              </LinkButton>
            </EmptyState>
          ) : (
            <p className="people-none">{words.noMatch(term)}</p>
          )}
        </section>
      )}
    </div>
  );
}

/** Who invited somebody sees the group next, and a toast that says so. Without JavaScript the page itself says it. */
function useReturnToGroup(groupId: string, answer: InviteResult | undefined): void {
  const toast = useToast();
  const navigate = useNavigate();
  const handled = useRef<InviteResult>(undefined);
  const leave = useEffectEvent((invited: number) => {
    toast({ ...texts.invite.sent(invited), sticker: 'friends' });
    void navigate(urlForGroup(groupId), { replace: true });
  });
  useEffect(() => {
    if (answer?.ok !== true || handled.current === answer) return;
    handled.current = answer;
    leave(answer.invited);
  }, [answer]);
}

/** For those with so many friends that the list has not all of them. */
function SearchForm({ term }: { term: string }) {
  return (
    <Form role="search" className="invite-search" aria-label={texts.invite.search}>
      <Field
        name="q"
        type="search"
        label={texts.invite.search}
        defaultValue={term}
        maxLength={GROUP_LIMITS.searchMax}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
      <Button type="submit" variant="secondary">
        <Icon icon="search" size="small" />
        {texts.invite.searchButton}
      </Button>
    </Form>
  );
}

/** From how many friends on a field helps to find one. */
const FILTER_FROM = 8;

type InviteFormProps = { groupId: string; friends: InvitableView['friends']; answer: InviteResult | undefined };

function InviteForm({ groupId, friends, answer }: InviteFormProps) {
  const words = texts.invite;
  const { onSubmit, of } = usePendingForm();
  const isBusy = of('send') !== null;
  const [filter, setFilter] = useState('');
  const values = answer?.ok === false ? answer.values : {};
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set());
  const [error, setError] = useState<string | null>(null);
  const isShown = ({ displayName, username }: InvitableView['friends'][number]) =>
    `${displayName} @${username}`.toLowerCase().includes(filter.trim().toLowerCase());
  const change = (id: string, isChosen: boolean) => {
    setError(null);
    setChosen((now) => new Set(isChosen ? [...now, id] : [...now].filter((each) => each !== id)));
  };
  return (
    <Form
      method="post"
      className="invite-form"
      onSubmit={(event) => {
        const ticked = event.currentTarget.querySelectorAll('input[type=checkbox]:checked').length;
        if (ticked > 0 && ticked <= INVITED_AT_ONCE_MAX) return onSubmit(event);
        event.preventDefault();
        setError(ticked === 0 ? words.chooseFirst : words.atMost(INVITED_AT_ONCE_MAX));
      }}
    >
      <input type="hidden" name="send" value="yes" />
      <p className="muted">{words.hint}</p>
      {friends.length >= FILTER_FROM && (
        <div className="needs-js">
          <Field
            name="filter"
            form="no-form"
            type="search"
            label={words.filter}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
      )}
      <fieldset className="invite-list">
        <legend className="visually-hidden">{words.label}</legend>
        {friends.map((friend) => (
          <label key={friend.id} className="invite-row" hidden={!isShown(friend)}>
            <Avatar src={friend.avatar} size={48} lazy />
            <span className="person-names">
              <PersonName name={friend.displayName} isTeam={friend.isTeam} />
              <span>@{friend.username}</span>
            </span>
            <input
              type="checkbox"
              name={`${INVITE_FIELD_PREFIX}${friend.id}`}
              value="yes"
              defaultChecked={values[`${INVITE_FIELD_PREFIX}${friend.id}`] === 'yes'}
              onChange={(event) => change(friend.id, event.target.checked)}
            />
          </label>
        ))}
      </fieldset>
      <div role="status">{friends.every((friend) => !isShown(friend)) && <p className="people-none">{words.noMatch(filter)}</p>}</div>
      <div className="invite-end">
        <div aria-live="assertive">
          {error !== null && (
            <p className="field-error">
              <Icon icon="circle-exclamation-point" size="small" />
              {error}
            </p>
          )}
        </div>
        <div className="invite-acts">
          <Button type="submit" variant="primary" aria-disabled={isBusy || undefined}>
            {words.send(chosen.size)}
          </Button>
          <LinkButton variant="soft" to={urlForGroup(groupId)}>
            {words.later}
          </LinkButton>
        </div>
      </div>
    </Form>
  );
}
