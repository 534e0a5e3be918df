import { useEffect, useRef, type ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Button, LinkButton } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { ConsentDoor } from '../../../guardians/ui/consent-door.tsx';
import { ClosedNote } from '../../../feature-flags/ui/closed-note.tsx';
import { GET_HELP_PATH } from '../../../help-requests/schema.ts';
import { useBillingRefresh } from '../../ui/use-billing-refresh.ts';
import {
  ASK_AT_HOME_PATH,
  type AskAtHomeResult,
  type AskAtHomeView,
  type OwnPurchaseRequest,
  type PurchaseItem,
  type PurchaseTiming,
} from '../schema.ts';
import { describeItem, texts } from '../texts.ts';
import './ask-at-home.css';

type AskAtHomePageProps = {
  view: AskAtHomeView;
  /** The address names something to ask for. */
  isNamed: boolean;
  answer: AskAtHomeResult | undefined;
};

/** A player asks a guardian to pay for something, waits, and learns what became of it. */
export function AskAtHomePage({ view, isNamed, answer }: AskAtHomePageProps) {
  const { item, request, obstacle } = view;
  const openRequest = request?.state === 'open' ? request : null;
  const toast = answer?.ok ? texts.done : null;
  useResultToast(answer, toast);
  useBillingRefresh(openRequest !== null);
  const title = useFocusOnChange(openRequest === null ? (item === null ? 'answered' : 'asking') : 'waiting');
  const canAsk = item !== null && obstacle === null;
  return (
    <div className="wrap section">
      <div className="panel ask-at-home">
        <ResultNotice toast={toast} error={answer && !answer.ok ? { title: texts.failedTitle, text: describeFailure(answer) } : null} />
        <h1 ref={title} tabIndex={-1}>
          {getTitle(openRequest, view, isNamed)}
        </h1>
        {openRequest !== null ? (
          <Waiting request={openRequest} isOther={item !== null && !isSame(item, openRequest.item)} />
        ) : canAsk ? (
          <Asking item={item} timing={view.timing} address={view.address} closed={view.closed} />
        ) : (
          <Closed view={view} isNamed={isNamed} />
        )}
      </div>
    </div>
  );
}

/** A heading that gets the focus when the page shows something else than before: the button that was pressed is gone. */
function useFocusOnChange(shown: string) {
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) title.current?.focus();
    before.current = shown;
  }, [shown]);
  return title;
}

function getTitle(open: OwnPurchaseRequest | null, { item, request }: AskAtHomeView, isNamed: boolean): string {
  if (open !== null) return texts.state.open.title;
  if (item !== null) return texts.title;
  if (isNamed) return texts.gone.title;
  return request === null ? texts.nothing.title : texts.state[request.state].title;
}

function describeFailure({ code, error }: Extract<AskAtHomeResult, { ok: false }>): string {
  return error ?? (texts.failed as Partial<Record<string, string>>)[code] ?? texts.failedOther;
}

function isSame(one: PurchaseItem, other: PurchaseItem): boolean {
  return one.kind === other.kind && one.id === other.id;
}

/** What can be asked for: its picture, its name, and what it costs. */
function Item({ item }: { item: PurchaseItem }) {
  return (
    <div className="ask-item">
      {item.kind === 'plan' ? (
        <img src="/stickers/crown.svg" width="60" height="60" alt="" />
      ) : (
        <img src="/brand/token.svg" width="54" height="60" alt="" />
      )}
      <div>
        <h2>{describeItem(item)}</h2>
        <p>
          <b>{texts.price(item.priceMinor)}.</b> {texts.ends[item.kind]}
        </p>
      </div>
    </div>
  );
}

type AskingProps = Pick<AskAtHomeView, 'timing' | 'address' | 'closed'> & { item: PurchaseItem };

function Asking({ item, timing, address, closed }: AskingProps) {
  const pendingForm = usePendingForm();
  const isPlan = item.kind === 'plan';
  const features = isPlan ? [...item.features, ...(item.kiddocash > 0 ? [texts.kiddocash(item.kiddocash)] : [])] : [];
  return (
    <>
      {closed && <ClosedNote feature="payments" notice={closed} />}
      <Item item={item} />
      {features.length > 0 && (
        <ul className="ask-features">
          {features.map((feature) => (
            <li key={feature}>
              <Icon icon="check" />
              {feature}
            </li>
          ))}
        </ul>
      )}
      <Timing timing={timing} />
      {address !== null && (
        <div className="note ask-mail">
          <Icon icon="mail" />
          <p>{texts.mail(address)}</p>
        </div>
      )}
      <Form
        method="post"
        action={`${ASK_AT_HOME_PATH}?${item.kind}=${encodeURIComponent(item.id)}`}
        replace
        onSubmit={pendingForm.onSubmit}
      >
        <input type="hidden" name="do" value="ask" />
        <input type="hidden" name={item.kind} value={item.id} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          disabled={closed !== null}
          aria-disabled={pendingForm.action !== null || undefined}
        >
          {pendingForm.action === 'ask' ? texts.busy : texts.ask}
        </Button>
      </Form>
      <LinkButton variant="soft" block to={isPlan ? '/subscription' : '/robux'}>
        {texts.notNow}
      </LinkButton>
      <p className="ask-small">{texts.days}</p>
    </>
  );
}

/** What is not at once, or ends, because another plan runs. */
function Timing({ timing: { beginsAt, kiddocashAt, endsCardOf } }: { timing: PurchaseTiming }) {
  const words = texts.timing;
  return (
    <>
      {beginsAt !== null && <p>{words.begins(beginsAt)}</p>}
      {kiddocashAt !== null && <p>{words.kiddocash(kiddocashAt)}</p>}
      {endsCardOf !== null && <p>{words.endsCard(endsCardOf)}</p>}
    </>
  );
}

/** @param props.isOther the address of the page names something else */
function Waiting({ request, isOther }: { request: OwnPurchaseRequest; isOther: boolean }) {
  const pendingForm = usePendingForm();
  const { undelivered } = request;
  return (
    <>
      {undelivered === null ? (
        <p>{texts.state.open.text}</p>
      ) : (
        <Note variant="bad" title={texts.undelivered[undelivered].title}>
          <p>{texts.undelivered[undelivered].text}</p>
          {undelivered === 'refused' && <Link to="/contact">{texts.toContact}</Link>}
        </Note>
      )}
      <Facts request={request} />
      <Form method="post" action={ASK_AT_HOME_PATH} replace onSubmit={pendingForm.onSubmit}>
        <input type="hidden" name="do" value="take-back" />
        <Button type="submit" variant="soft" block aria-disabled={pendingForm.action !== null || undefined}>
          {pendingForm.action === 'take-back' ? texts.takingBack : texts.takeBack}
        </Button>
      </Form>
      <p className="ask-small">{isOther ? texts.one : texts.takeBackHint}</p>
      <WayBack />
    </>
  );
}

function Facts({ request: { item, askedAt, expiresAt, address, state } }: { request: OwnPurchaseRequest }) {
  const { facts, at } = texts;
  const rows = [
    [facts.what, describeItem(item)],
    [facts.price, texts.price(item.priceMinor)],
    [facts.asked, at(askedAt)],
    [facts.to, address],
    ...(state === 'open' ? [[facts.until, at(expiresAt)]] : []),
  ];
  return (
    <dl className="ask-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Nothing can be asked now: why, and what became of the last request. */
function Closed({ view, isNamed }: Omit<AskAtHomePageProps, 'answer'>) {
  const { item, request } = view;
  return (
    <>
      {item !== null ? (
        <Item item={item} />
      ) : isNamed ? (
        <p>{texts.gone.text}</p>
      ) : request === null ? (
        <p>{texts.nothing.text}</p>
      ) : (
        <Answered request={request} />
      )}
      <Obstacle {...view} />
      <WayBack />
    </>
  );
}

function Answered({ request }: { request: OwnPurchaseRequest }) {
  return (
    <>
      <p>{texts.state[request.state].text}</p>
      {request.reply !== null && (
        <figure className="ask-reply">
          <figcaption>{texts.reply}</figcaption>
          <blockquote dir="auto">{request.reply}</blockquote>
          <p className="ask-small">
            {texts.help.before}
            <Link className="link" to={GET_HELP_PATH}>
              {texts.help.link}
            </Link>
          </p>
        </figure>
      )}
      <Facts request={request} />
    </>
  );
}

function Obstacle({ obstacle, door, canAskFrom, item }: AskAtHomeView): ReactNode {
  if (door !== null) {
    const returnPath = item === null ? ASK_AT_HOME_PATH : `${ASK_AT_HOME_PATH}?${item.kind}=${item.id}`;
    return <ConsentDoor door={door} part="buying" returnPath={returnPath} />;
  }
  if (obstacle === 'of-age') return <ObstacleNote {...texts.obstacle['of-age']} />;
  if (obstacle === 'too-many' && canAskFrom !== null) return <ObstacleNote {...texts.obstacle['too-many'](canAskFrom)} />;
  return null;
}

function ObstacleNote({ title, text }: { title: string; text: string }) {
  return (
    <Note title={title}>
      <p>{text}</p>
    </Note>
  );
}

function WayBack() {
  return (
    <p className="ask-back">
      <Link className="link" to="/subscription">
        {texts.plans}
      </Link>
      <Link className="link" to="/robux">
        {texts.packs}
      </Link>
    </p>
  );
}
