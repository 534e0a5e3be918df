import { useEffect, useRef } from 'react';
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
  const { state, address, undelivered } = view;
  const toast = answer?.ok ? (state === 'given' ? texts.resend.done : texts.done[answer.do]) : null;
  const title = useRef<HTMLHeadingElement>(null);
  useResultToast(answer, toast);
  // The form that was sent is gone.
  useEffect(() => {
    if (answer?.ok) title.current?.focus();
  }, [answer]);
  // Of an address that does not exist, nothing is to be expected.
  const isLost = state === 'asked' && undelivered === 'refused';
  const canAsk = state === 'none' || state === 'returned' || isLost || (isNo(view) && view.canAskFrom === null);
  const hasList = canAsk || isNo(view) || state === 'asked';
  return (
    <div className="wrap section">
      <div className={hasList ? 'panel guardian with-list' : 'panel guardian'}>
        <div className="guardian-main">
          <ResultNotice toast={toast} />
          {undelivered !== null && address !== null && state === 'asked' && <Undelivered {...texts.undelivered[undelivered](address)} />}
          {undelivered !== null && address !== null && state === 'given' && <LostGuardian address={address} />}
          <div className="guardian-title">
            {state === 'asked' && !isLost && <Icon icon="clock" size="large" />}
            {state === 'given' && <Icon icon="check" size="large" />}
            <h1 ref={title} tabIndex={-1}>
              {texts.title[isLost ? 'none' : state]}
            </h1>
          </div>
          <p>{texts.lead[isLost ? 'none' : state]}</p>
          {isNo(view) && <p>{view.canAskFrom === null ? texts.askAgain : texts.askFrom(view.canAskFrom)}</p>}
          {canAsk ? <Asking view={view} answer={answer} /> : <Waiting view={view} answer={answer} />}
        </div>
        {hasList && <UntilThen hasPhrases={view.hasPhrases} />}
      </div>
    </div>
  );
}

const isNo = ({ state }: GuardianView) => state === 'refused' || state === 'withdrawn';

function Undelivered({ title, text }: { title: string; text: string }) {
  return (
    <Note variant="bad" title={title}>
      <p>{text}</p>
    </Note>
  );
}

/** A guardian who has agreed takes no mails any more: the player cannot ask another one, and our team can. */
function LostGuardian({ address }: { address: string }) {
  return (
    <Note title={texts.lost.title}>
      <p>
        {texts.lost.text(address)}{' '}
        <Link className="link" to="/contact">
          {texts.lost.contact}
        </Link>
      </p>
    </Note>
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
  const { askedAt, remindedAt, canRemind, hasRemindedEnough, canAskOtherFrom, returnPath } = view;
  const hint = canAskOtherFrom === null ? texts.form.changeHint : texts.form.changeHintWaiting(canAskOtherFrom);
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
      </details>
    </>
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
