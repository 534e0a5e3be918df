import { Form } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { getPlanAction, type Product } from '../rules.ts';
import type { Channel, Plan, Spending, SubscriptionStatus } from '../schema.ts';
import { texts } from '../texts.ts';
import { CancelButton } from './cancel-dialog.tsx';
import { ChannelChoice, useChosenChannel } from './channel-choice.tsx';
import { canBuyAny, Offer } from './offer.tsx';
import { ParentNote } from './parent-note.tsx';
import type { usePendingForm } from '../../../web/use-pending-form.ts';
import './plans.css';

/** The most popular plan is the second one (spec 2, section 2). */
const POPULAR_INDEX = 1;
const PLAN_CLASSES: Record<Plan['id'], string> = { basic: 'plan-basic', premium: 'plan-premium', pro: 'plan-pro' };

type PlanCardsProps = {
  plans: Plan[];
  /** Null for a visitor. */
  status: SubscriptionStatus | null;
  /** What a player under 18 may pay; null for everybody else. */
  spending: Spending | null;
  /** Nothing can be bought now, by anybody. */
  isClosed: boolean;
  /** ISO: when a plan that is chosen now brings kiddocash at the earliest; null for at once. */
  kiddocashFrom: string | null;
  /** The initially selected payment channel. */
  channel: Channel;
  pendingForm: ReturnType<typeof usePendingForm>;
  /** Called when a paying player chooses Basic. */
  onCancel: () => void;
};

/** The plan cards and the payment channel: one form, whose submit buttons carry the plan. */
export function PlanCards({ plans, status, spending, isClosed, kiddocashFrom, channel, pendingForm, onCancel }: PlanCardsProps) {
  const products = plans.filter(({ id }) => getPlanAction(id, status) === 'choose').map(toProduct);
  const hasDoor = spending !== null && spending.door !== null;
  const [chosen, setChosen] = useChosenChannel(channel);
  return (
    <Form
      method="post"
      action="/subscription"
      preventScrollReset
      className="plan-form"
      aria-label={texts.plans.label}
      onSubmit={pendingForm.onSubmit}
    >
      <input type="hidden" name="do" value="subscribe" />
      {/* The selected channel survives a reload of the data. */}
      {status !== null && !isClosed && (spending === null || canBuyAny(spending, products)) && (
        <ChannelChoice key={channel} chosen={channel} onChange={setChosen} />
      )}
      <ul className="plans">
        {plans.map((plan, index) => (
          <li key={plan.id} className={index === POPULAR_INDEX ? 'plan popular' : 'plan'}>
            <div className={`plan-top ${PLAN_CLASSES[plan.id]}`}>
              <h2>{plan.name}</h2>
              <p className="plan-price">
                <b>{plan.price.minor === 0 ? texts.plans.free : formatMoney(plan.price)}</b>
                {plan.price.minor > 0 && <span>{texts.plans.per}</span>}
              </p>
            </div>
            {index === POPULAR_INDEX && <p className="plan-sticker sticker">{texts.plans.popular}</p>}
            <div className="plan-body">
              <ul>
                {plan.features.map((feature) => (
                  <li key={feature}>
                    <Icon icon="check" />
                    {feature}
                  </li>
                ))}
              </ul>
              <PlanButton
                plan={plan}
                status={status}
                spending={spending}
                isClosed={isClosed}
                channel={chosen}
                pendingForm={pendingForm}
                onCancel={onCancel}
              />
            </div>
          </li>
        ))}
      </ul>
      {!hasDoor && (
        <div className="plan-notes">
          <ParentNote />
          {status?.kind === 'active' && <p className="muted">{texts.pay.change}</p>}
          {kiddocashFrom !== null && <p className="muted">{texts.pay.kiddocashFrom(kiddocashFrom)}</p>}
        </div>
      )}
    </Form>
  );
}

/** Every plan but the current one ends the card of the one before. */
function toProduct({ id, price }: Plan): Product {
  return { id, priceMinor: price.minor, replacesCard: true };
}

type PlanButtonProps = Pick<PlanCardsProps, 'status' | 'spending' | 'isClosed' | 'channel' | 'pendingForm' | 'onCancel'> & { plan: Plan };

function PlanButton({ plan, status, spending, isClosed, channel, pendingForm, onCancel }: PlanButtonProps) {
  const words = texts.plans;
  const action = getPlanAction(plan.id, status);
  const isPending = pendingForm.action === 'subscribe' && pendingForm.of('plan') === plan.id;
  if (action === 'current')
    return (
      <Button block disabled>
        {words.current}
      </Button>
    );
  if (action === 'sign-up')
    return (
      <LinkButton variant="soft" block to="/signup?returnUrl=%2Fsubscription">
        {words.signUp}
      </LinkButton>
    );
  if (action === 'log-in')
    return (
      <LinkButton variant="primary" block to="/login?returnUrl=%2Fsubscription" aria-label={words.logIn(plan.name)}>
        {words.choose(plan.name)}
      </LinkButton>
    );
  if (action === 'cancel')
    return (
      <CancelButton variant="soft" block onAsk={onCancel}>
        {words.choose(plan.name)}
      </CancelButton>
    );
  if (isClosed)
    return (
      <Button block disabled>
        {words.choose(plan.name)}
      </Button>
    );
  return (
    <Offer spending={spending} product={toProduct(plan)} channel={channel} asking={{ kind: 'plan', name: plan.name }}>
      {/* Not `disabled`: that would take the focus away from a keyboard user who pressed the button. */}
      <Button type="submit" name="plan" value={plan.id} variant="primary" block aria-disabled={pendingForm.action !== null || undefined}>
        {isPending ? words.processing : words.choose(plan.name)}
      </Button>
    </Offer>
  );
}
