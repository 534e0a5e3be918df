import { Laptop, Smartphone } from 'lucide-react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { useFocusFallback } from '../../../../web/kit/use-kept-focus.ts';
import { useTimeZone } from '../../../../web/zone.ts';
import type { SecurityAnswer, SecurityView, SessionLine } from '../schema.ts';
import { texts } from '../texts.ts';
import { Answered } from './answered.tsx';

type SessionsPanelProps = Pick<SecurityView, 'sessions' | 'hasMore'> & { answer: SecurityAnswer | undefined };

/** Where the player is signed in; each but this one can be signed out. */
export function SessionsPanel({ sessions, hasMore, answer }: SessionsPanelProps) {
  const { sessions: words } = texts;
  const { formData } = useNavigation();
  const isBusy = formData?.get('do') === 'others-out';
  const heading = useFocusFallback<HTMLHeadingElement>(answer?.form.endsWith('-out') ? answer : undefined, sessions);
  return (
    <section className="panel" aria-labelledby="security-sessions">
      <h2 id="security-sessions" {...heading}>
        {words.title}
      </h2>
      <p className="settings-hint">{sessions.length > 1 ? words.lead : words.alone}</p>
      <Answered form="session-out" answer={answer} />
      <Answered form="others-out" answer={answer} />
      <ul className="session-list">
        {sessions.map((one) => (
          <Session key={one.id} one={one} isBusy={formData?.get('session') === one.id} />
        ))}
      </ul>
      {hasMore && <p className="settings-hint">{words.more}</p>}
      {sessions.length > 1 && (
        <Form method="post" action="/settings?tab=security" replace preventScrollReset className="settings-act">
          <input type="hidden" name="do" value="others-out" />
          <Button type="submit" variant="danger" aria-disabled={isBusy || undefined} onClick={(event) => isBusy && event.preventDefault()}>
            {isBusy ? words.busy : words.others}
          </Button>
        </Form>
      )}
    </section>
  );
}

function Session({ one, isBusy }: { one: SessionLine; isBusy: boolean }) {
  const { sessions: words } = texts;
  const moment = useMoment();
  return (
    <li className="session">
      <Icon icon={/Android|iPhone|KaiOS/.test(one.device) ? Smartphone : Laptop} />
      <div>
        <p className="session-name">
          {one.device}
          {one.isThis && <span className="session-here">{words.here}</span>}
        </p>
        <p className="settings-hint">
          {words.since} <time dateTime={one.since}>{moment(one.since)}</time>
          {one.place !== '' && ` · ${words.from(one.place)}`}
        </p>
        <p className="settings-hint">
          {words.used} <time dateTime={one.used}>{moment(one.used)}</time>
        </p>
      </div>
      {!one.isThis && (
        <Form method="post" action="/settings?tab=security" replace preventScrollReset>
          <input type="hidden" name="do" value="session-out" />
          <input type="hidden" name="session" value={one.id} />
          <Button
            type="submit"
            variant="soft"
            size="sm"
            aria-label={words.outOf(one.device)}
            aria-disabled={isBusy || undefined}
            onClick={(event) => isBusy && event.preventDefault()}
          >
            {isBusy ? words.busy : words.out}
          </Button>
        </Form>
      )}
    </li>
  );
}

function useMoment(): (iso: string) => string {
  const zone = useTimeZone();
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(zone === null ? {} : { timeZone: zone }),
  });
  return (iso) => format.format(new Date(iso));
}
