import { Form, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { useFocusFallback } from '../../../../web/kit/use-focus-fallback.ts';
import { formatSessionTime } from '../../../../shared/date-format.ts';
import { useTimeZone } from '../../../../web/time-zone.ts';
import type { SecurityResult, SecurityView, SessionItem } from '../schema.ts';
import { texts } from '../texts.ts';
import { NoScriptResult } from './no-script-result.tsx';
import '../../ui/settings.css';
import '../../ui/device-list.css';

type SessionsPanelProps = Pick<SecurityView, 'sessions' | 'hasMore'> & { answer: SecurityResult | undefined };

/** The player's sessions. All except the current one can be ended. */
export function SessionsPanel({ sessions, hasMore, answer }: SessionsPanelProps) {
  const { sessions: words } = texts;
  const { formData } = useNavigation();
  const isBusy = formData?.get('do') === 'others-out';
  const heading = useFocusFallback<HTMLHeadingElement>(answer?.action?.endsWith('-out') ? answer : undefined, sessions);
  return (
    <section className="panel" aria-labelledby="security-sessions">
      <h2 id="security-sessions" {...heading}>
        {words.title}
      </h2>
      <p className="settings-hint">{sessions.length > 1 ? words.lead : words.alone}</p>
      <NoScriptResult form="session-out" answer={answer} />
      <NoScriptResult form="others-out" answer={answer} />
      <ul className="device-list">
        {sessions.map((session) => (
          <Session key={session.id} session={session} isBusy={formData?.get('session') === session.id} />
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

function Session({ session, isBusy }: { session: SessionItem; isBusy: boolean }) {
  const { sessions: words } = texts;
  const timeZone = useTimeZone();
  return (
    <li className="device">
      <Icon icon={/Android|iPhone|KaiOS/.test(session.device) ? 'smartphone' : 'laptop'} />
      <div>
        <p className="device-name">
          {session.device}
          {session.isCurrent && <span className="device-here">{words.here}</span>}
        </p>
        <p className="settings-hint">
          {words.since} <time dateTime={session.signedInAt}>{formatSessionTime(session.signedInAt, timeZone)}</time>
          {session.ipRange !== '' && ` · ${words.from(session.ipRange)}`}
        </p>
        <p className="settings-hint">
          {words.used} <time dateTime={session.lastUsedAt}>{formatSessionTime(session.lastUsedAt, timeZone)}</time>
        </p>
      </div>
      {!session.isCurrent && (
        <Form method="post" action="/settings?tab=security" replace preventScrollReset>
          <input type="hidden" name="do" value="session-out" />
          <input type="hidden" name="session" value={session.id} />
          <Button
            type="submit"
            variant="soft"
            size="sm"
            aria-label={words.outOf(session.device)}
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
