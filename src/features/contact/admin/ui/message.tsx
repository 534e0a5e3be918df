import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { MESSAGES_PATH, type MessageResult, type MessageDetails } from '../schema.ts';
import { texts } from '../texts.ts';
import { AnswerForm, CloseForm } from './message-forms.tsx';
import { StatePill } from './messages.tsx';
import '../../../../web/staff.css';
import './inbox.css';

type MessageProps = {
  view: MessageDetails;
  /** If it is open: who looks at it, with the way back to what waits (case-queue/ui/case-bar.tsx). */
  bar: ReactNode;
  answer: MessageResult | undefined;
};

/** One message with its answers, the possible actions, and the log. */
export function Message({ view, bar, answer }: MessageProps) {
  const { message, answers, log } = view;
  const isClosed = message.state === 'closed';
  const toast = answer?.ok ? texts.done[answer.action] : null;
  const error = answer?.ok === false ? answer.error : null;
  useResultToast(answer, toast);
  return (
    <div className="wrap section moderation case">
      <MessageHead message={message} isClosed={isClosed} bar={bar} accounts={view.accounts} />
      <div className="case-reports mail-thread">
        <ResultNotice toast={toast} error={error === null ? null : { title: texts.failedTitle, text: error }} />
        <p className="panel mail-text" dir="auto">
          {message.body}
        </p>
        <section className="mail-answers" aria-labelledby="message-answers">
          <h2 id="message-answers">{texts.answers}</h2>
          {answers.length === 0 && <p className="muted">{texts.noAnswers}</p>}
          {answers.map((each) => (
            <article key={each.id} className="panel">
              <p className="mail-facts">
                <b>@{each.actor}</b> <time dateTime={each.at}>{texts.at(each.at)}</time>
              </p>
              <p className="mail-text" dir="auto">
                {each.body}
              </p>
            </article>
          ))}
        </section>
        {isClosed ? <p className="muted">{texts.closed}</p> : <AnswerForm key={message.id} view={view} answer={answer} />}
      </div>
      <div className="case-side">
        {!isClosed && <CloseForm key={message.id} answer={answer} />}
        <MessageLog log={log} />
      </div>
    </div>
  );
}

type MessageHeadProps = Pick<MessageDetails, 'message' | 'accounts'> & { isClosed: boolean; bar: ReactNode };

function MessageHead({ message, accounts, isClosed, bar }: MessageHeadProps) {
  return (
    <div className="case-head">
      {bar ?? (
        <Link className="see-all case-back" to={MESSAGES_PATH}>
          <Icon icon="chevron-left" size="small" />
          {texts.back}
        </Link>
      )}
      <h1 dir="auto">{message.subject}</h1>
      <p className="report-marks mail-marks">
        <StatePill item={message} />
      </p>
      <p className="mail-facts">
        <span dir="auto">
          {texts.from} {message.name}
        </span>
        <span>{message.email}</span>
        {message.player ? (
          <Link className="link" to={`/operator/players/${message.player.id}`}>
            @{message.player.username}
          </Link>
        ) : (
          <span>{texts.visitor}</span>
        )}
        <time dateTime={message.createdAt}>{texts.at(message.createdAt)}</time>
      </p>
      {accounts.length === 0 ? (
        <p className="muted">{texts.noAccounts}</p>
      ) : (
        <>
          <p className="mail-facts">
            <span>{texts.accounts}</span>
            {accounts.map(({ id, username, as }) => (
              <Link key={`${as} ${id}`} className="link" to={`/operator/players/${id}/account`}>
                {texts.accountOf(username, as)}
              </Link>
            ))}
          </p>
          <p className="muted">{texts.accountsHint}</p>
        </>
      )}
      {/* On narrow screens the actions are below the message. */}
      {!isClosed && (
        <a className="link case-jump" href="#message-answer">
          {texts.answer.title}
        </a>
      )}
    </div>
  );
}

/** What operators did with the message. */
function MessageLog({ log }: Pick<MessageDetails, 'log'>) {
  return (
    <section className="mail-log" aria-labelledby="message-log">
      <h2 id="message-log">{texts.log}</h2>
      {log.length === 0 && <p className="muted">{texts.noLog}</p>}
      <ol className="case-log">
        {log.map((entry) => (
          <li key={entry.id}>
            <p>
              <b>@{entry.actor}</b> {texts.did[entry.action]}
            </p>
            {entry.note !== '' && (
              <p className="case-note" dir="auto">
                {entry.note}
              </p>
            )}
            <time dateTime={entry.at}>{texts.at(entry.at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
