import { Form, Link } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import type { ActionFailure } from '../../../shared/action-result.ts';
import type { CheckDetails, CheckedNight, GameCheckView } from '../schema.ts';
import { describeBrowser, describeNight, formatBytes, formatSeconds, texts } from '../texts.ts';
import { CountedNote } from './counted-note.tsx';
import { useWaitingCheck } from './use-waiting-check.ts';
import './game-checks.css';

const words = texts.panel;

type CheckPanelProps = {
  check: GameCheckView;
  /** The address of the page, to look again without JavaScript. */
  pageUrl: string;
  /** Why the form of this panel failed. */
  failure: ActionFailure | null;
};

/** What the nightly check knows of a game, on its page: how it was opened last, what was found, and the button that opens it now. */
export function CheckPanel({ check, pageUrl, failure }: CheckPanelProps) {
  const { last, nights, isWaiting } = check;
  useWaitingCheck(isWaiting);
  return (
    <section className="panel" aria-labelledby="game-check">
      <h2 id="game-check">{words.title}</h2>
      {last === null ? <p className="muted">{check.canOpen ? words.never : words.elsewhere}</p> : <LastVisit last={last} />}
      <Nights nights={nights} />
      <OpenNow check={check} pageUrl={pageUrl} failure={failure} />
      <CountedNote />
    </section>
  );
}

function LastVisit({ last }: { last: CheckDetails }) {
  return (
    <>
      <p className={last.outcome === 'shown' ? undefined : 'check-broken'}>{words.outcomes[last.outcome]}</p>
      <div className="check-last">
        {last.picture === null ? (
          <p className="check-picture muted">{words.noPicture}</p>
        ) : (
          <img className="check-picture" src={last.picture} alt={words.picture} width="360" height="640" loading="lazy" />
        )}
        <dl className="check-facts">
          {last.reason !== null && <Texts name={words.reason} of={[last.reason]} />}
          <Fact name={words.firstFrame}>{last.firstFrameMs === null ? words.noFrame : formatSeconds(last.firstFrameMs)}</Fact>
          <Fact name={words.bytes}>{formatBytes(last.bytes)}</Fact>
          <Texts name={words.errors} of={last.errors} />
          <Texts name={words.missingFiles} of={last.missingFiles.map(words.missing)} />
          <Texts name={words.otherHosts} of={last.otherHosts} />
        </dl>
      </div>
      <p className="muted">
        {(last.night === null ? words.openedOnDemand : words.openedAtNight)(last.openedAt)}. {last.finding === null && words.filesChanged}
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What a stranger's code said, as it is: texts, and never markup. */
function Texts({ name, of: all }: { name: string; of: readonly string[] }) {
  if (all.length === 0) return <Fact name={name}>{words.none}</Fact>;
  return (
    <div className="check-texts">
      <dt>{name}</dt>
      {/* The same error may come more than once. */}
      {all.map((text, index) => (
        <dd key={`${index} ${text}`}>
          <code dir="auto">{text}</code>
        </dd>
      ))}
    </div>
  );
}

/** The latest night comes last, as time goes. */
function Nights({ nights }: { nights: readonly CheckedNight[] }) {
  return (
    <div>
      <h3 className="check-nights-title">{words.nights}</h3>
      <ol className="check-nights">
        {nights.toReversed().map(({ night, finding, firstFrameMs }) => {
          const text = describeNight(night, finding, firstFrameMs);
          return (
            <li key={night} className={finding ?? 'unopened'} title={text}>
              <span className="visually-hidden">{text}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function OpenNow({ check: { browser, canOpen, isWaiting, failure: lastFailure }, pageUrl, failure }: CheckPanelProps) {
  const pendingForm = usePendingForm();
  const trouble = describeBrowser(browser);
  if (trouble !== null) return <p className="check-words muted">{trouble}</p>;
  if (!canOpen) return null;
  return (
    <div role="status">
      <ResultNotice error={failure && failure.error !== null ? { title: words.failed, text: failure.error } : null} />
      {lastFailure !== null && <p className="check-words">{words.openFailed(lastFailure)}</p>}
      {isWaiting ? (
        <p>
          {words.opening}{' '}
          <Link className="link case-link" to={pageUrl} replace preventScrollReset>
            {words.lookAgain}
          </Link>
        </p>
      ) : (
        <Form method="post" replace preventScrollReset onSubmit={pendingForm.onSubmit}>
          <Button type="submit" name="do" value="open" variant="soft" aria-disabled={pendingForm.action !== null || undefined}>
            <Icon icon="refresh-cw" />
            {pendingForm.action === 'open' ? words.busy : words.open}
          </Button>
        </Form>
      )}
    </div>
  );
}
