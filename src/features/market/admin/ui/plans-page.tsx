import { Link } from 'react-router';
import { formatMinor } from '../../../../shared/money.ts';
import { Field } from '../../../../web/kit/field.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { PriceText } from '../../../subscriptions/ui/price-text.tsx';
import { ADMIN_URLS, type SaveResult } from '../schema.ts';
import { AuditLog } from './audit-log.tsx';
import { DataPriceForm } from './data-price-form.tsx';
import { MarketAdminFrame } from './market-admin-frame.tsx';
import { PackForm } from './pack-form.tsx';
import { SaveForm, type FieldState } from './save-form.tsx';
import { SaveNotice } from './save-notice.tsx';
import type { AdminDataPrice } from '../../data-price-editor/schema.ts';
import type { AdminPack } from '../../pack-editor/schema.ts';
import { texts as packTexts } from '../../pack-editor/texts.ts';
import type { AdminPlan } from '../../plan-editor/schema.ts';
import { texts } from '../../plan-editor/texts.ts';
import './admin.css';

type PlansPageProps = { plans: AdminPlan[]; packs: AdminPack[]; dataPrice: AdminDataPrice; result: SaveResult | undefined };

/** Prices for operators: the plans and what they hold, the packs of kiddocash, and what a megabyte costs. */
export function PlansPage({ plans, packs, dataPrice, result }: PlansPageProps) {
  return (
    <MarketAdminFrame page="plans" lead={texts.lead}>
      <SaveNotice result={result} />
      <p>
        <Link className="link" to="/subscription">
          {texts.seePage}
        </Link>
      </p>
      {plans.map((plan) => (
        <PlanForm key={plan.id} plan={plan} result={result} />
      ))}
      <Packs plans={plans} packs={packs} result={result} />
      <DataPriceForm dataPrice={dataPrice} result={result} />
    </MarketAdminFrame>
  );
}

function Packs({ plans, packs, result }: Omit<PlansPageProps, 'dataPrice'>) {
  return (
    <section className="operating" aria-labelledby="packs">
      <div>
        <h2 id="packs">{packTexts.title}</h2>
        <p className="muted">{packTexts.lead}</p>
        {plans
          .filter((plan) => plan.kiddocash > 0)
          .map(({ id, name, kiddocash, priceMinor }) => (
            <p key={id} className="muted">
              {packTexts.perShillingOfPlan(name, (kiddocash * 100) / priceMinor)}
            </p>
          ))}
        <p>
          <Link className="link" to="/robux">
            {packTexts.seePage}
          </Link>
        </p>
      </div>
      {packs.map((pack) => (
        <PackForm key={pack.id} pack={pack} result={result} />
      ))}
    </section>
  );
}

function PlanForm({ plan, result }: { plan: AdminPlan; result: SaveResult | undefined }) {
  const { id, name, features, log } = plan;
  return (
    <section className="panel operating-open" aria-labelledby={`plan-${id}`}>
      <h2 id={`plan-${id}`}>{name}</h2>
      <div className="operating-columns">
        <SaveForm id={id} url={ADMIN_URLS.plans} cancelUrl={null} result={result}>
          {(state) => (
            <>
              <PriceFields plan={plan} state={state} />
              <TextAreaField
                name="features"
                label={texts.features}
                hint={texts.featuresHint}
                error={state.errorOf('features')}
                maxLength={1000}
                defaultValue={state.valueOf('features', features.join('\n'))}
                required
                onInput={() => {}}
              />
            </>
          )}
        </SaveForm>
        <div className="operating-side">
          <PlanPreview plan={plan} />
          <AuditLog id={`log-${id}`} about={`plan-${id}`} log={log} />
        </div>
      </div>
    </section>
  );
}

function PriceFields({ plan, state: { valueOf, errorOf } }: { plan: AdminPlan; state: FieldState }) {
  const { priceMinor, kiddocash, renewingCount } = plan;
  if (isFree(plan)) return <p className="muted">{texts.free}</p>;
  return (
    <>
      <Field
        name="price"
        label={texts.price}
        hint={`${texts.priceHint} ${texts.renewing(renewingCount)}`}
        defaultValue={valueOf('price', formatMinor(priceMinor))}
        error={errorOf('price')}
        inputMode="decimal"
        maxLength={8}
        required
      />
      <Field
        name="kiddocash"
        label={texts.kiddocash}
        hint={texts.kiddocashHint}
        defaultValue={valueOf('kiddocash', String(kiddocash))}
        error={errorOf('kiddocash')}
        inputMode="numeric"
        maxLength={6}
        required
      />
    </>
  );
}

function PlanPreview({ plan }: { plan: AdminPlan }) {
  const { priceMinor, currency, features } = plan;
  return (
    <>
      <h3>{texts.currentView}</h3>
      <p>
        <b className="operating-price">
          <PriceText price={{ minor: priceMinor, currency }} />
        </b>{' '}
        {!isFree(plan) && texts.month}
      </p>
      <ul className="operating-features">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </>
  );
}

const isFree = ({ priceMinor }: AdminPlan) => priceMinor === 0;
