import { useEffect, useRef, useState, type RefObject } from 'react';
import { Form, Link, useLocation, useRevalidator } from 'react-router';
import { formatLocalDay, formatLocalWeekday } from '../../../../shared/local-dates.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { isServerReachable } from '../../../../web/server-reachable.ts';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { ClosedNote } from '../../../feature-flags/ui/closed-note.tsx';
import type { Language } from '../../../guardians/schema.ts';
import { LanguageLink, MailLinkHead, MailLinkPage, Questions, UnknownLink } from '../../../guardians/ui/mail-link-page.tsx';
import { useReloadWhenRestored } from '../../ui/use-payment-return.ts';
import { describePurchase, getPurchaseTexts, type PurchaseTexts } from '../purchase.texts.ts';
import { REPLY_MAX, type PurchaseItem, type PurchaseResult, type PurchaseView } from '../schema.ts';
import { PurchaseFacts } from './purchase-facts.tsx';
import './purchase.css';

/** M-Pesa first: most people here pay with it. */
const CHANNELS = ['mpesa', 'card'] as const;
/** How often the page looks again while a payment is being confirmed. */
const LOOK_AGAIN_MS = 15_000;

type PurchasePageProps = { view: PurchaseView; answer: PurchaseResult | undefined };
type PartProps = PurchasePageProps & { words: PurchaseTexts; title: RefObject<HTMLHeadingElement | null> };

/** The page of a guardian whom a player asked to pay, in their language: what for, how much, and paying it or saying no. */
export function PurchasePage({ view, answer }: PurchasePageProps) {
  const words = getPurchaseTexts(view.language);
  const title = useRef<HTMLHeadingElement>(null);
  const toast = answer?.ok ? words.done : null;
  useResultToast(answer, toast);
  useReloadWhenRestored();
  useLookingAgain(view.state === 'confirming' || view.isBegun);
  // The button that was pressed is gone.
  useEffect(() => {
    if (answer?.ok) title.current?.focus();
  }, [answer, view.state]);
  return (
    <MailLinkPage language={view.language} className="purchase" toast={toast} error={describeFailure(answer, words)}>
      {view.state === 'unknown' ? (
        <UnknownLink getWords={getUnknownWords} />
      ) : (
        <Known view={view} answer={answer} words={words} title={title} />
      )}
    </MailLinkPage>
  );
}

const getUnknownWords = (language: Language) => getPurchaseTexts(language).notices.unknown;

/** Loads the page's data again while somebody pays: nobody is signed in here, so that no live connection tells it. */
function useLookingAgain(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return;
    const look = async () => {
      // A page whose data fails to load would be replaced by an error page.
      if (!document.hidden && (await isServerReachable())) await revalidate();
    };
    const timer = setInterval(() => void look(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}

/** Null if there is no failure, or a field says it. */
function describeFailure(answer: PurchaseResult | undefined, words: PurchaseTexts): { title: string; text: string } | null {
  if (!answer || answer.ok || Object.keys(answer.fieldErrors).length > 0) return null;
  // By its code first: what the door of all forms says is in English.
  const text = (words.failed as Partial<Record<string, string>>)[answer.code] ?? answer.error ?? words.failed.other;
  return { title: words.failedTitle, text };
}

function Known(props: PartProps) {
  const { view, words } = props;
  // Has the checkout that they come back from.
  const { search } = useLocation();
  return (
    <>
      <LanguageLink language={view.language} label={words.otherLanguage} search={search} />
      {view.state === 'open' ? <Open {...props} /> : <Closed {...props} />}
      <p className="mail-link-small">
        {view.state === 'open' && view.expiresAt !== null && `${words.once(formatLocalDay(view.expiresAt, view.language))} `}
        {words.change}
      </p>
      <Questions words={words.questions} />
    </>
  );
}

function Open({ view, answer, words, title }: PartProps) {
  const { item, username, language, askedAt } = view;
  if (item === null) return null;
  const name = item.kind === 'plan' ? item.name : describePurchase(item, language);
  return (
    <>
      {view.isNotPaid && (
        <Note variant="bad" title={words.notPaid.title}>
          <p>{words.notPaid.text}</p>
        </Note>
      )}
      <MailLinkHead
        titleRef={title}
        title={
          <>
            @{username}
            {words.title(name)}
          </>
        }
      >
        {askedAt !== null && <p>{words.asked(formatLocalWeekday(askedAt, language))}</p>}
      </MailLinkHead>
      {view.isBegun && !view.isNotPaid && (
        <Note title={words.begun.title}>
          <p>{words.begun.text}</p>
        </Note>
      )}
      <PurchaseFacts item={item} timing={view.timing} monthMinor={view.monthMinor} language={language} words={words} />
      {view.closed ? (
        <ClosedNote feature="payments" notice={view.closed} words={words.payingClosed} />
      ) : (
        <Paying item={item} language={language} words={words} />
      )}
      <Refusing language={language} answer={answer} words={words} />
    </>
  );
}

type FormProps = { language: PurchaseView['language']; words: PurchaseTexts };

/** The ways to pay. Each leads to the provider's page. */
function Paying({ item, language, words }: FormProps & { item: PurchaseItem }) {
  const pendingForm = usePendingForm();
  const price = words.money(item.priceMinor);
  return (
    <Form method="post" className="purchase-pay" onSubmit={pendingForm.onSubmit}>
      <input type="hidden" name="lang" value={language} />
      <input type="hidden" name="do" value="pay" />
      {CHANNELS.map((channel) => (
        <Button
          key={channel}
          type="submit"
          name="channel"
          value={channel}
          variant={channel === 'mpesa' ? 'secondary' : 'plain'}
          size={channel === 'mpesa' ? 'lg' : undefined}
          block
          aria-disabled={pendingForm.action !== null || undefined}
        >
          {channel === 'mpesa' && <Icon icon="smartphone" />}
          {pendingForm.action === 'pay' && pendingForm.of('channel') === channel ? words.paying : words.pay[channel](price)}
        </Button>
      ))}
      <p className="mail-link-small">{words.payHint}</p>
    </Form>
  );
}

function Refusing({ language, answer, words }: FormProps & { answer: PurchaseResult | undefined }) {
  const { refuse } = words;
  const form = useRef<HTMLFormElement>(null);
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<PurchaseResult>();
  const failure = answer && !answer.ok ? answer : null;
  const error = (changedSince !== answer && failure?.fieldErrors['reply']) || null;
  useEffect(() => {
    if (answer && !answer.ok) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  return (
    <section className="panel" aria-labelledby="purchase-refuse">
      <h2 id="purchase-refuse">{refuse.title}</h2>
      <Form ref={form} method="post" replace preventScrollReset className="purchase-refuse" onSubmit={pendingForm.onSubmit}>
        <input type="hidden" name="lang" value={language} />
        <input type="hidden" name="do" value="refuse" />
        <Field
          name="reply"
          label={refuse.reply}
          hint={refuse.hint}
          placeholder={refuse.placeholder}
          maxLength={REPLY_MAX}
          autoComplete="off"
          defaultValue={failure?.values['reply'] ?? ''}
          error={error}
          onInput={() => setChangedSince(answer)}
        />
        <Button type="submit" variant="soft" block aria-disabled={pendingForm.action !== null || undefined}>
          {pendingForm.action === 'refuse' ? refuse.busy : refuse.button}
        </Button>
      </Form>
    </section>
  );
}

/** Nothing can be paid or answered, now or any more: why, and what it was about. */
function Closed({ view, words, title }: PartProps) {
  const { state, item, username, language, reply } = view;
  const { search } = useLocation();
  if (state === 'open') return null;
  const notice = words.notices[state];
  return (
    <>
      <MailLinkHead title={notice.title} titleRef={title}>
        <p>{notice.text}</p>
        {state === 'confirming' && (
          <p>
            <Link className="link" to={{ search }} reloadDocument>
              {words.again}
            </Link>
          </p>
        )}
      </MailLinkHead>
      {reply !== null && (
        <figure className="panel purchase-reply">
          <figcaption>{words.reply}</figcaption>
          <blockquote dir="auto">{reply}</blockquote>
        </figure>
      )}
      {item !== null && (
        <p className="mail-link-small">
          @{username}: {describePurchase(item, language)}, {words.money(item.priceMinor)}
        </p>
      )}
    </>
  );
}
