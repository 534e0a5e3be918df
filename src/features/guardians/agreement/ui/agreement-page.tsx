import { useEffect, useRef, type RefObject } from 'react';
import { Form, Link } from 'react-router';
import { formatLocalDate } from '../../../../shared/local-dates.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import {
  ADULT_ACTIONS,
  type AdultAction,
  type AgreementAction,
  type AgreementResult,
  type AgreementView,
  type Language,
} from '../../schema.ts';
import { LanguageLink, MailLinkHead, MailLinkPage, Questions, UnknownLink } from '../../ui/mail-link-page.tsx';
import { getAdultTexts } from '../adults.texts.ts';
import { readOnlyTexts } from '../read-only.texts.ts';
import { AGREEMENT_VERSION } from '../rules.ts';
import { describeBuying, getAgreementTexts, type AgreementTexts } from '../texts.ts';
import { AgreementForm } from './agreement-form.tsx';
import { ApprovedAdults } from './approved-adults.tsx';
import './agreement.css';

type AgreementPageProps = { view: AgreementView; answer: AgreementResult | undefined };
type PartProps = AgreementPageProps & {
  words: AgreementTexts;
  title: RefObject<HTMLHeadingElement | null>;
  /** The answer about a grown-up; `answer` is that of the other forms. */
  adultAnswer: AgreementResult | undefined;
  /** Why nothing was done about a grown-up, for beside the names; null: a field or the page says it, or it was done. */
  adultError: string | null;
};

/** The page of a guardian, in their language: what Kiddo is and keeps, what they choose, and later what they chose. */
export function AgreementPage({ view, answer: result }: AgreementPageProps) {
  const words = getAgreementTexts(view.language);
  const title = useRef<HTMLHeadingElement>(null);
  const toast = result?.ok ? describeDone(view, result) : null;
  useResultToast(result, toast);
  const [answer, adultAnswer] = isAboutAdult(result) ? [undefined, result] : [result, undefined];
  // The buttons that were pressed may be gone; the answer comes before the state that follows from it.
  useEffect(() => {
    if (answer?.ok) title.current?.focus();
  }, [answer, view.state]);
  const error = result && !result.ok && Object.keys(result.fieldErrors).length === 0 ? getFailureText(view.language, result) : null;
  // About a name it is said beside the names, as long as they are shown.
  const [pageError, adultError] = adultAnswer !== undefined && view.state === 'given' ? [null, error] : [error, null];
  const part = { view, answer, adultAnswer, adultError, words, title };
  return (
    <MailLinkPage
      language={view.language}
      className="agreement"
      toast={toast}
      error={pageError === null ? null : { title: words.failed.title, text: pageError }}
    >
      {view.state === 'unknown' ? <UnknownLink getWords={getUnknownWords} /> : <Known {...part} />}
    </MailLinkPage>
  );
}

/** A failure that no field shows, in the language of the page: what the door of all forms says is in English. */
function getFailureText(language: Language, { code, error }: { code: string; error: string | null }): string {
  return code === 'read-only' ? readOnlyTexts[language] : (error ?? getAgreementTexts(language).failed.text);
}

const getUnknownWords = (language: Language) => getAgreementTexts(language).notices.unknown;

const isAdultAction = (action: string | undefined): action is AdultAction => ADULT_ACTIONS.some((one) => one === action);

/** Whether an answer is about a grown-up; a failure has its field `do`. */
function isAboutAdult(result: AgreementResult | undefined): boolean {
  return result !== undefined && isAdultAction(result.ok ? result.do : result.values['do']);
}

function describeDone({ language }: AgreementView, result: Extract<AgreementResult, { ok: true }>): { title: string; text: string } {
  if (!('username' in result)) return getAgreementTexts(language).done[result.do];
  const { title, text } = getAdultTexts(language).done[result.do];
  return { title: title(result.username), text };
}

function Known(props: PartProps) {
  const { view, words } = props;
  return (
    <>
      <LanguageLink language={view.language} label={words.otherLanguage} />
      <State {...props} />
      <Questions words={words.questions}> {words.version(AGREEMENT_VERSION)}</Questions>
    </>
  );
}

function State(props: PartProps) {
  const { view } = props;
  switch (view.state) {
    case 'open':
      return <Open {...props} />;
    case 'refused':
      return <Open {...props} isRefused />;
    case 'given':
      return <Given {...props} />;
    case 'ended':
    case 'expired':
    case 'of-age':
    case 'unknown':
      return <Closed {...props} state={view.state} />;
  }
}

/**
 * Nothing can be agreed to. Whoever has just ended it is told what follows; everybody else, what may have happened. Mails can be stopped by
 * every link, as long as we know whose it is.
 */
function Closed({ view, answer, words, title, state }: PartProps & { state: keyof AgreementTexts['notices'] }) {
  const done = answer?.ok ? answer.do : null;
  const isOwn = done === 'withdraw' || done === 'never';
  const notice = words.notices[state];
  const withdrawn = state === 'of-age' ? notice.text : words.given.withdrawText;
  return (
    <>
      <MailLinkHead title={isOwn ? words.done[done].title : notice.title} titleRef={title}>
        <p>{done === 'withdraw' ? withdrawn : done === 'never' ? words.never.text : notice.text}</p>
      </MailLinkHead>
      {view.choices !== null && <Ending name="withdraw" view={view} words={words} />}
      {done !== 'never' && view.username !== null && <Ending name="never" view={view} words={words} />}
    </>
  );
}

/** The player's name between the words around it. */
function Naming({ words, username }: { words: { before: string; after: string }; username: string | null }) {
  return (
    <p>
      {words.before}
      <b>@{username}</b>
      {words.after}
    </p>
  );
}

function Open({ view, answer, words, title, isRefused = false }: PartProps & { isRefused?: boolean }) {
  return (
    <>
      <MailLinkHead title={isRefused ? words.refused.title : words.title} titleRef={title}>
        {isRefused && view.decidedAt !== null && <p>{words.refused.since(formatLocalDate(view.decidedAt, view.language))}</p>}
        <Naming words={words.lead} username={view.username} />
        <p className="muted">{words.time}</p>
      </MailLinkHead>
      <Kept words={words} />
      <CurrentForm view={view} words={words} answer={answer} />
      {!(answer?.ok && answer.do === 'never') && <Ending name="never" view={view} words={words} />}
    </>
  );
}

function Given({ view, answer, adultAnswer, adultError, words, title }: PartProps) {
  const { given } = words;
  const facts = [
    ...(view.choices
      ? [
          [given.chat, words.chat[view.choices.chat].label],
          [given.buying, describeBuying(words, view.choices)],
          [given.pictures, given.picturesText],
        ]
      : []),
    ...(view.relation ? [[given.relation, words.guardian.relations[view.relation]]] : []),
    ...(view.decidedAt === null ? [] : [[given.since, formatLocalDate(view.decidedAt, view.language)]]),
  ];
  return (
    <>
      <MailLinkHead title={given.title} titleRef={title}>
        <Naming words={given.lead} username={view.username} />
      </MailLinkHead>
      <div className="panel">
        <dl className="agreement-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Ending name="withdraw" view={view} words={words} />
      <ApprovedAdults view={view} answer={adultAnswer} error={adultError} />
      <Kept words={words} isFolded />
      <div className="mail-link-head">
        <h2>{given.changeTitle}</h2>
        <p>{view.canChange ? given.changeLead : given.changeElsewhere}</p>
      </div>
      {/* Saved, the fields show what holds. */}
      {view.canChange && <CurrentForm key={JSON.stringify([view.choices, view.relation])} view={view} words={words} answer={answer} />}
      <Ending name="never" view={view} words={words} />
    </>
  );
}

/** The form, unless the page was loaded before its texts changed: nobody agrees to what they could not read. */
function CurrentForm(props: { view: AgreementView; words: AgreementTexts; answer: AgreementResult | undefined }) {
  const { view, words } = props;
  if (view.textVersion === AGREEMENT_VERSION) return <AgreementForm {...props} />;
  return (
    <Note variant="bad" title={words.outdated.title}>
      <p>{words.outdated.text}</p>
      <p>
        <Link className="link" to={`?lang=${view.language}`} reloadDocument>
          {words.outdated.link}
        </Link>
      </p>
    </Note>
  );
}

/** @param props.isFolded whoever has agreed has read it */
function Kept({ words: { kept }, isFolded = false }: { words: AgreementTexts; isFolded?: boolean }) {
  const heading = <h2 id="agreement-kept">{kept.title}</h2>;
  const list = (
    <>
      <dl className="agreement-kept">
        {kept.rows.map(({ what, time }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{time}</dd>
          </div>
        ))}
      </dl>
      <p className="mail-link-small">
        {kept.never}{' '}
        <Link className="link" to="/privacy#for-parents-the-exact-version">
          {kept.privacy}
        </Link>
      </p>
    </>
  );
  if (isFolded)
    return (
      <details className="panel agreement-folded">
        <summary>
          {heading}
          <Icon icon="chevron-down" />
        </summary>
        {list}
      </details>
    );
  return (
    <section className="panel" aria-labelledby="agreement-kept">
      {heading}
      {list}
    </section>
  );
}

type EndingProps = { name: Extract<AgreementAction, 'withdraw' | 'never'>; view: AgreementView; words: AgreementTexts };

/** A button that ends something, below what follows from it. */
function Ending({ name, view, words }: EndingProps) {
  const pendingForm = usePendingForm();
  const withdrawText = view.state === 'of-age' ? words.ofAge.withdrawText : words.given.withdrawText;
  const { title, text } = name === 'never' ? words.never : { title: words.given.withdrawTitle, text: withdrawText };
  return (
    <section className="panel" aria-labelledby={`agreement-${name}`}>
      <h2 id={`agreement-${name}`}>{title}</h2>
      <p>{text}</p>
      <Form method="post" replace onSubmit={pendingForm.onSubmit}>
        <input type="hidden" name="lang" value={view.language} />
        <input type="hidden" name="textVersion" value={AGREEMENT_VERSION} />
        <Button type="submit" name="do" value={name} variant="danger" multiline aria-disabled={pendingForm.action !== null || undefined}>
          {pendingForm.action === name ? words.buttons.busy : words.buttons[name]}
        </Button>
      </Form>
    </section>
  );
}
