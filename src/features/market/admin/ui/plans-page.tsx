import { Link } from 'react-router';
import { Field } from '../../../../web/kit/field.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { PriceText } from '../../../subscriptions/ui/price-text.tsx';
import { ADMIN_URLS, type AdminPlan, type SaveResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { MarketAdminFrame } from './market-admin-frame.tsx';
import { AuditLog, SaveNotice, SaveForm } from './save-form.tsx';
import './admin.css';

const words = texts.plans;

/** The plans for operators: prices and contents. */
export function PlansPage({ plans, answer }: { plans: AdminPlan[]; answer: SaveResult | undefined }) {
  return (
    <MarketAdminFrame page="plans" lead={words.lead}>
      <SaveNotice answer={answer} />
      <p>
        <Link className="link" to="/subscription">
          {words.seePage}
        </Link>
      </p>
      {plans.map((plan) => (
        <PlanForm key={plan.id} plan={plan} answer={answer} />
      ))}
    </MarketAdminFrame>
  );
}

function PlanForm({ plan, answer }: { plan: AdminPlan; answer: SaveResult | undefined }) {
  const { id, name, priceMinor, currency, kiddocash, features, renewingCount: standing, log } = plan;
  const isFree = priceMinor === 0;
  return (
    <section className="panel operating-open" aria-labelledby={`plan-${id}`}>
      <h2 id={`plan-${id}`}>{name}</h2>
      <div className="operating-columns">
        <SaveForm id={id} url={ADMIN_URLS.plans} cancelUrl={null} answer={answer}>
          {({ typed, errorFor: faultOf }) => (
            <>
              {isFree ? (
                <p className="muted">{words.free}</p>
              ) : (
                <>
                  <Field
                    name="price"
                    label={words.price}
                    hint={`${words.priceHint} ${words.standing(standing)}`}
                    defaultValue={typed('price', shillings(priceMinor))}
                    error={faultOf('price')}
                    inputMode="decimal"
                    maxLength={8}
                    required
                  />
                  <Field
                    name="kiddocash"
                    label={words.kiddocash}
                    hint={words.kiddocashHint}
                    defaultValue={typed('kiddocash', String(kiddocash))}
                    error={faultOf('kiddocash')}
                    inputMode="numeric"
                    maxLength={6}
                    required
                  />
                </>
              )}
              <TextAreaField
                name="features"
                label={words.features}
                hint={words.featuresHint}
                error={faultOf('features')}
                maxLength={1000}
                defaultValue={typed('features', features.join('\n'))}
                required
                onInput={() => {}}
              />
            </>
          )}
        </SaveForm>
        <div className="operating-side">
          <h3>{words.nowLooks}</h3>
          <p>
            <b className="operating-price">
              <PriceText price={{ minor: priceMinor, currency }} />
            </b>{' '}
            {!isFree && words.month}
          </p>
          <ul className="operating-features">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          <AuditLog id={`log-${id}`} about={`plan-${id}`} log={log} />
        </div>
      </div>
    </section>
  );
}

/** '250', or '249.50'. */
function shillings(minor: number): string {
  return minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2);
}
