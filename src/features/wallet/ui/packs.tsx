import { Form, Link } from 'react-router';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { ClosedNote } from '../../feature-flags/ui/closed-note.tsx';
import type { Channel, SubscriptionView, PaymentActionResult } from '../../subscriptions/schema.ts';
import { ChannelChoice, getDefaultChannel, useChosenChannel } from '../../subscriptions/ui/channel-choice.tsx';
import { SeeOutcomeLink } from '../../subscriptions/ui/see-outcome-link.tsx';
import { canBuyAny, Offer } from '../../subscriptions/ui/offer.tsx';
import { ParentNote } from '../../subscriptions/ui/parent-note.tsx';
import { PriceText } from '../../subscriptions/ui/price-text.tsx';
import { SpendingNote } from '../../subscriptions/ui/spending-note.tsx';
import { useBillingRefresh } from '../../subscriptions/ui/use-billing-refresh.ts';
import { usePaymentResult } from '../../subscriptions/ui/use-payment-result.ts';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { useReloadWhenRestored, usePaymentReturn } from '../../subscriptions/ui/use-payment-return.ts';
import { formatMoney } from '../../../shared/money.ts';
import { paidMessage, texts } from '../purchases.texts.ts';
import type { Pack } from '../schema.ts';
import './packs.css';

/** M-Pesa first: most people here pay with it. */
const CHANNELS: readonly Channel[] = ['mpesa', 'card'];

type PacksPageProps = {
  packs: Pack[];
  /** The player's balance and payments; empty for a visitor. */
  view: Pick<SubscriptionView, 'kiddocash' | 'payments' | 'processing' | 'spending' | 'closed'>;
  /** ISO, when the server produced this view. */
  at: string;
  /** The result of the page's action. */
  answer: PaymentActionResult | undefined;
};

/** Packs of kiddocash: balance, prices and payment channels (spec 2, sections 2 and 9). */
export function PacksPage({ packs, view, at, answer }: PacksPageProps) {
  const { kiddocash: balance, spending } = view;
  const pendingForm = usePendingForm();
  const paymentReturn = usePaymentReturn({ payments: balance === null ? null : view.payments, at, paidMessage });
  useBillingRefresh(view.processing);
  useReloadWhenRestored();
  const resultMessage = usePaymentResult(answer, spending);
  const channel = getDefaultChannel(answer, spending, 'mpesa');
  const [chosen, setChosen] = useChosenChannel(channel);
  const hasDoor = spending !== null && spending.door !== null;
  const isClosed = view.closed !== null;
  return (
    <div className="wrap section packs-page">
      <div className="packs-head cloth adventure">
        <div>
          <h1>{texts.title}</h1>
          <p>{texts.lead}</p>
        </div>
        {balance !== null && (
          <div className="packs-balance">
            <img src="/brand/token.svg" width="56" height="62" alt="" />
            <p role="status">
              <span>{texts.balance}</span> <b>{texts.many(balance)}</b> <span>{texts.unit}</span>
            </p>
            <LinkButton variant="ghost" size="sm" multiline to="/robux/statement">
              {texts.statement}
            </LinkButton>
          </div>
        )}
      </div>
      <ResultNotice toast={resultMessage ?? paymentReturn?.message}>
        {paymentReturn?.isOpen && <SeeOutcomeLink path="/robux" />}
      </ResultNotice>
      {view.processing && (
        <Note title={texts.waiting}>
          <p>{texts.waitingText}</p>
          <Link to="/subscription#payments">{texts.payments}</Link>
        </Note>
      )}
      {view.closed && <ClosedNote feature="payments" notice={view.closed} />}
      <SpendingNote spending={spending} returnPath="/robux" />
      <Form method="post" action="/robux" preventScrollReset className="packs-form" aria-labelledby="packs" onSubmit={pendingForm.onSubmit}>
        <h2 id="packs">{texts.packs}</h2>
        <input type="hidden" name="do" value="buy" />
        {balance !== null && !isClosed && canBuyAny(spending, packs.map(toProduct)) && (
          <div className="packs-channels">
            <ChannelChoice key={channel} channels={CHANNELS} chosen={channel} hints={texts.channels} onChange={setChosen} />
          </div>
        )}
        <ul className="packs">
          {packs.map((pack) => (
            <PackCard
              key={pack.id}
              pack={pack}
              isVisitor={balance === null}
              spending={spending}
              isClosed={isClosed}
              channel={chosen}
              pendingForm={pendingForm}
            />
          ))}
        </ul>
        {!hasDoor && <ParentNote />}
      </Form>
      <p className="packs-plans">
        {texts.plans}{' '}
        <Link className="link packs-link" to="/subscription">
          {texts.toPlans}
        </Link>
      </p>
    </div>
  );
}

/** The page contains both prices; the stylesheet hides the one of the payment channel that is not chosen. */
function BuyText({ all, prices }: { all: number; prices: Pack['prices'] }) {
  return (
    <span>
      {texts.buy} <span className="visually-hidden">{texts.buyAloud(all)}</span>{' '}
      <span className="pack-by-mpesa">
        <PriceText price={prices.mpesa} />
      </span>
      <span className="pack-by-both">{texts.or}</span>
      <span className="pack-by-card">
        <PriceText price={prices.card} />
      </span>
    </span>
  );
}

/** Also a card, which pays in dollars, counts by the price in shillings. */
function toProduct({ id, prices }: Pack) {
  return { id, priceMinor: prices.mpesa.minor };
}

type PackCardProps = Pick<PacksPageProps['view'], 'spending'> & {
  pack: Pack;
  isVisitor: boolean;
  /** Nothing can be bought now, by anybody. */
  isClosed: boolean;
  /** The chosen way to pay. */
  channel: Channel;
  pendingForm: ReturnType<typeof usePendingForm>;
};

function PackCard({ pack, isVisitor, isClosed, spending, channel, pendingForm }: PackCardProps) {
  const { id, amount, bonus, prices } = pack;
  const all = amount + bonus;
  return (
    <li className="panel pack">
      {bonus > 0 ? (
        <img src="/stickers/tycoon.svg" width="56" height="56" alt="" />
      ) : (
        <img src="/brand/token.svg" width="48" height="53" alt="" />
      )}
      <div>
        <h3>{texts.pack(amount)}</h3>
        {bonus > 0 && (
          <p>
            <b className="pack-bonus">{texts.bonus(bonus)}</b> <span className="muted">{texts.total(all)}</span>
          </p>
        )}
        <p>
          <b className="pack-price">
            <PriceText price={prices.mpesa} />
          </b>{' '}
          <span className="muted pack-card-price">{texts.byCard(formatMoney(prices.card))}</span>
        </p>
      </div>
      {isVisitor ? (
        <LinkButton variant="primary" block className="pack-buy" to="/login?returnUrl=%2Frobux">
          {texts.logIn} <span className="visually-hidden">{texts.pack(all)}</span>
        </LinkButton>
      ) : isClosed ? (
        <Button className="pack-buy" block disabled>
          <span>
            {texts.buy} <span className="visually-hidden">{texts.pack(all)}</span>
          </span>
        </Button>
      ) : (
        <div className="pack-buy">
          <Offer spending={spending} product={toProduct(pack)} channel={channel} asking={{ kind: 'pack', name: texts.pack(all) }}>
            {/* Not `disabled`: that would take the focus away from a keyboard user who pressed the button. */}
            <Button type="submit" name="pack" value={id} variant="primary" block aria-disabled={pendingForm.action !== null || undefined}>
              {pendingForm.action === 'buy' && pendingForm.of('pack') === id ? texts.processing : <BuyText all={all} prices={prices} />}
            </Button>
          </Offer>
        </div>
      )}
    </li>
  );
}
