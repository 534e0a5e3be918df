import { useEffect, useRef, type ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { formatDateTime } from '../../../shared/date-format.ts';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { urlWithParams } from '../../accounts/ui/url-with-params.ts';
import { canRemindAt } from '../allowances/rules.ts';
import { GUARDIAN_PATH, type GuardianResult, type GuardianView } from '../schema.ts';
import { texts } from '../texts.ts';
import { AskForm, getAskFailure } from './ask-form.tsx';
import { GuardianFacts } from './guardian-facts.tsx';
import { UntilThen } from './until-then.tsx';
import './guardian.css';

type GuardianPageProps = { view: GuardianView; answer: GuardianResult | undefined };

/** The player's page about their guardian: asking, waiting, what was chosen. */
export function GuardianPage({ view, answer }: GuardianPageProps) {
  const { state, undelivered, isAskedByTeam, takenBack } = view;
  const toast = answer?.ok ? (state === 'given' && answer.do === 'remind' ? texts.resend.done : texts.done[answer.do]) : null;
  const title = useRef<HTMLHeadingElement>(null);
  useResultToast(answer, toast);
  // The form that was sent is gone.
  useEffect(() => {
    if (answer?.ok) title.current?.focus();
  }, [answer]);
  // Of an address that does not exist, nothing is to be expected.
  const isLost = state === 'asked' && undelivered === 'refused' && !isAskedByTeam;
  const canAsk =
    state === 'none' || state === 'returned' || state === 'ended-by-team' || isLost || (isNo(view) && view.canAskFrom === null);
  const hasList = canAsk || isNo(view) || state === 'asked';
  return (
    <div className="wrap section">
      <div className={hasList ? 'panel guardian with-list' : 'panel guardian'}>
        <div className="guardian-main">
          <ResultNotice toast={toast} />
          <MailProblem view={view} />
          {isAskedByTeam && undelivered !== 'refused' && <ContactNote title={texts.team.title} text={texts.team.text} />}
          {takenBack !== null && canAsk && (
            <Note title={texts.takenBack.title}>
              <p>{texts.takenBack.text(takenBack)}</p>
            </Note>
          )}
          <div className="guardian-title">
            {state === 'asked' && !isLost && <Icon icon="clock" size="large" />}
            {state === 'given' && <Icon icon="check" size="large" />}
            <h1 ref={title} tabIndex={-1}>
              {texts.title[isLost ? 'none' : state]}
            </h1>
          </div>
          <p>{texts.lead[isLost ? 'none' : state]}</p>
          {state === 'ended-by-team' && (
            <p>
              <ContactLink>{texts.team.contact}</ContactLink>
            </p>
          )}
          {isNo(view) && <p>{describeNext(view)}</p>}
          {canAsk ? <Asking view={view} answer={answer} /> : <Waiting view={view} answer={answer} />}
        </div>
        {hasList && <UntilThen hasPhrases={view.hasPhrases} />}
      </div>
    </div>
  );
}

const isNo = ({ state }: GuardianView) => state === 'refused' || state === 'withdrawn';

/** From when somebody can be asked after a no; null: what was taken back says that. */
function describeNext({ canAskFrom, takenBack }: GuardianView): string | null {
  if (canAskFrom !== null) return texts.askFrom(canAskFrom);
  return takenBack === null ? texts.askAgain : null;
}

/** What became of the last mail. An address of our team's, and a guardian who has agreed, are put right by our team. */
function MailProblem({ view: { state, address, undelivered, isAskedByTeam } }: { view: GuardianView }) {
  if (undelivered === null || address === null) return null;
  if (state === 'given') return <ContactNote title={texts.lost.title} text={texts.lost.text(address)} link={texts.lost.contact} />;
  if (state !== 'asked') return null;
  if (isAskedByTeam && undelivered === 'refused')
    return <ContactNote title={texts.team.lostTitle} text={texts.team.lostText(address)} link={texts.lost.contact} />;
  const { title, text } = texts.undelivered[undelivered](address);
  return (
    <Note variant="bad" title={title}>
      <p>{text}</p>
    </Note>
  );
}

function ContactNote({ title, text, link = texts.team.contact }: { title: string; text: string; link?: string }) {
  return (
    <Note title={title}>
      <p>
        {text} <ContactLink>{link}</ContactLink>
      </p>
    </Note>
  );
}

function ContactLink({ children }: { children: ReactNode }) {
  return (
    <Link className="link" to="/contact">
      {children}
    </Link>
  );
}

/** The form, and where to go without it. */
function Asking({ view: { returnPath }, answer }: GuardianPageProps) {
  return (
    <>
      <AskForm to={urlWithParams(GUARDIAN_PATH, { returnUrl: returnPath })} answer={answer} />
      <p className="guardian-later">
        <Link className="link" to={returnPath ?? '/'}>
          {texts.form.later}
        </Link>
      </p>
      <div className="guardian-mail">
        <h2>{texts.mail.title}</h2>
        <p>{texts.mail.text}</p>
      </div>
    </>
  );
}

/** Nothing can be asked now: what is known, and where to go on. */
function Waiting({ view, answer }: GuardianPageProps) {
  const { state, returnPath } = view;
  return (
    <>
      {state !== 'not-needed' && <GuardianFacts view={view} />}
      {state === 'asked' && <Reminding view={view} answer={answer} />}
      {state === 'given' && <Resending view={view} answer={answer} />}
      <LinkButton variant={state === 'asked' ? 'soft' : 'primary'} block to={returnPath ?? '/games'}>
        {returnPath === null ? texts.back : texts.goOn}
      </LinkButton>
    </>
  );
}

function Reminding({ view, answer }: GuardianPageProps) {
  const { askedAt, remindedAt, canRemind, hasRemindedEnough, canAskOtherFrom, isAskedByTeam, returnPath } = view;
  const waitHint = isAskedByTeam ? texts.form.changeHintTeam : texts.form.changeHintWaiting;
  const hint = canAskOtherFrom === null ? texts.form.changeHint : waitHint(canAskOtherFrom);
  const isAskFailure = getAskFailure(answer) !== null;
  const again = canRemindAt(toDate(askedAt), toDate(remindedAt)).toISOString();
  const when = canRemind ? texts.remind.once : texts.remind.from(formatDateTime(again));
  return (
    <>
      <RemindForm view={view} answer={answer} label={texts.remind.button} isMain />
      <p className="guardian-small">{hasRemindedEnough ? texts.remind.enough : `${when} ${texts.expires}`}</p>
      <details className="guardian-change" open={isAskFailure || undefined}>
        <summary className="link">{texts.change}</summary>
        <AskForm to={urlWithParams(GUARDIAN_PATH, { returnUrl: returnPath })} answer={answer} hint={hint} />
        {!isAskedByTeam && <TakeBackForm view={view} />}
      </details>
    </>
  );
}

/** For an address that is somebody else's: nobody can answer by it any more, and the player waits before they name another one. */
function TakeBackForm({ view: { canAskOtherFrom, returnPath } }: { view: GuardianView }) {
  const pendingForm = usePendingForm();
  const words = texts.takeBack;
  return (
    <Form
      method="post"
      action={urlWithParams(GUARDIAN_PATH, { returnUrl: returnPath })}
      replace
      className="take-back-form"
      onSubmit={pendingForm.onSubmit}
    >
      <input type="hidden" name="do" value="take-back" />
      <p className="guardian-small">
        {words.text} {canAskOtherFrom === null ? words.noWait : words.wait}
      </p>
      <Button type="submit" variant="secondary" block multiline aria-disabled={pendingForm.action !== null || undefined}>
        {pendingForm.action === 'take-back' ? words.busy : words.button}
      </Button>
    </Form>
  );
}

/** For whoever has agreed and has no mail with the link any more. */
function Resending({ view, answer }: GuardianPageProps) {
  const { decidedAt, remindedAt, canRemind } = view;
  const again = canRemindAt(toDate(decidedAt), toDate(remindedAt)).toISOString();
  return (
    <>
      <RemindForm view={view} answer={answer} label={texts.resend.button} />
      <p className="guardian-small">{canRemind ? texts.resend.once : texts.resend.from(formatDateTime(again))}</p>
    </>
  );
}

type RemindFormProps = GuardianPageProps & { label: string; isMain?: boolean };

/** The button that sends a mail to whom they asked, as long as it can. */
function RemindForm({ view: { canRemind, returnPath }, answer, label, isMain = false }: RemindFormProps) {
  const pendingForm = usePendingForm();
  const error = answer && !answer.ok && getAskFailure(answer) === null ? answer.error : null;
  return (
    <>
      <ResultNotice error={error ? { title: texts.failedTitle, text: error } : null} />
      {canRemind && (
        <Form method="post" action={urlWithParams(GUARDIAN_PATH, { returnUrl: returnPath })} replace onSubmit={pendingForm.onSubmit}>
          <input type="hidden" name="do" value="remind" />
          <Button type="submit" variant={isMain ? 'primary' : 'secondary'} block aria-disabled={pendingForm.action !== null || undefined}>
            <Icon icon="mail" />
            {pendingForm.action === 'remind' ? texts.remind.busy : label}
          </Button>
        </Form>
      )}
    </>
  );
}

function toDate(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso);
}
