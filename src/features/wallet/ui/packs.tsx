import { Form, Link } from 'react-router';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import type { SubscriptionView, PaymentActionResult } from '../../subscriptions/schema.ts';
import { ChannelChoice, getDefaultChannel } from '../../subscriptions/ui/channel-choice.tsx';
import { ParentNote } from '../../subscriptions/ui/parent-note.tsx';
import { PriceText } from '../../subscriptions/ui/price-text.tsx';
import { useBillingRefresh } from '../../subscriptions/ui/use-billing-refresh.ts';
import { usePaymentResult } from '../../subscriptions/ui/use-payment-result.ts';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { useReloadWhenRestored, usePaymentReturn } from '../../subscriptions/ui/use-payment-return.ts';
import { getPaymentChannels } from '../purchases/rules.ts';
import { returnMessages, texts } from '../purchases/texts.ts';
import type { Pack } from '../schema.ts';
import './packs.css';

type PacksPageProps = {
  packs: Pack[];
  /** The player's balance and payments; empty for a visitor. */
  view: Pick<SubscriptionView, 'kiddocash' | 'payments' | 'processing'>;
  /** ISO, when the server produced this view. */
  at: string;
  /** The result of the page's action. */
  answer: PaymentActionResult | undefined;
};

/** Packs of kiddocash: balance, prices and payment channels (spec 2, sections 2 and 9). */
export function PacksPage({ packs, view, at, answer }: PacksPageProps) {
  const { kiddocash: balance } = view;
  const pendingForm = usePendingForm();
  const returnMessage = usePaymentReturn(view.payments, at, returnMessages);
  useBillingRefresh(view.processing);
  useReloadWhenRestored();
  const resultMessage = usePaymentResult(answer);
  const channel = getDefaultChannel(answer, undefined);
  const channels = getPaymentChannels(packs.map(({ price }) => price));
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
      <ResultNotice toast={resultMessage ?? returnMessage} />
      {view.processing && (
        <Note title={texts.waiting}>
          <p>{texts.waitingText}</p>
          <Link to="/subscription#payments">{texts.payments}</Link>
        </Note>
      )}
      <Form method="post" action="/robux" preventScrollReset className="packs-form" aria-labelledby="packs" onSubmit={pendingForm.onSubmit}>
        <h2 id="packs">{texts.packs}</h2>
        <input type="hidden" name="do" value="buy" />
        {balance !== null && (
          <div className="packs-channels">
            <ChannelChoice key={channel} channels={channels} chosen={channel} hints={texts.channels} />
            {!channels.includes('mpesa') && <p className="muted">{texts.noMpesa}</p>}
          </div>
        )}
        <ul className="packs">
          {packs.map((pack) => (
            <PackCard key={pack.id} pack={pack} isVisitor={balance === null} pendingForm={pendingForm} />
          ))}
        </ul>
        <ParentNote />
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

function PackCard({ pack, isVisitor, pendingForm }: { pack: Pack; isVisitor: boolean; pendingForm: ReturnType<typeof usePendingForm> }) {
  const { id, amount, bonus, price } = pack;
  const all = amount + bonus;
  const what = (
    <span>
      {texts.buy} <span className="visually-hidden">{texts.buyAloud(all)}</span> <PriceText price={price} />
    </span>
  );
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
      </div>
      {isVisitor ? (
        <>
          <b className="pack-price">
            <PriceText price={price} />
          </b>
          <LinkButton variant="primary" block className="pack-buy" to="/login?returnUrl=%2Frobux">
            {texts.logIn} <span className="visually-hidden">{texts.pack(all)}</span>
          </LinkButton>
        </>
      ) : (
        // Not `disabled`: that would take the focus away from a keyboard user who pressed the button.
        <Button
          type="submit"
          name="pack"
          value={id}
          variant="primary"
          block
          className="pack-buy"
          aria-disabled={pendingForm.action !== null || undefined}
        >
          {pendingForm.action === 'buy' && pendingForm.of('pack') === id ? texts.processing : what}
        </Button>
      )}
    </li>
  );
}
