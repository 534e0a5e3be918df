import { formatMoney } from '../../../shared/money.ts';
import { formatDateTime } from '../../../shared/date-format.ts';
import { Button, type ButtonStyle } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import type { SandboxFormAction, SandboxChargeView, SandboxView } from '../schema.ts';
import { texts } from '../texts.ts';
import './sandbox.css';

/** The sandbox checkout: the purchase, and a button for every possible outcome. It works without scripts, like a third-party page. */
export function SandboxPage({ view }: { view: SandboxView }) {
  const isOpen = view.charges[0]?.state === 'pending';
  return (
    <div className="wrap section till">
      <h1>{texts.title}</h1>
      <Note title={texts.pretend.title}>{texts.pretend.text}</Note>
      <section className="panel sandbox-panel" aria-label={texts.what}>
        <p className="sandbox-price">{formatMoney(view.price)}</p>
        <dl className="sandbox-facts">
          <Fact name={texts.to} value={texts.shop} />
          <Fact name={texts.what} value={view.description} />
          <Fact name={texts.how} value={texts.channel[view.channel]} />
          <Fact name={texts.who} value={view.email} />
        </dl>
        {view.planName !== null && <p>{texts.renews(view.planName)}</p>}
        {isOpen ? <ActionButtons view={view} actions={['pay', 'decline']} /> : null}
        <p>
          <a className="link" href={view.returnUrl}>
            {texts.back}
          </a>
        </p>
      </section>
      {!isOpen && <Charges view={view} />}
      {view.subscription && <NextMonths view={view} subscription={view.subscription} />}
      {view.acts.includes('tell-again') && (
        <section className="panel sandbox-panel" aria-label={texts.acts['tell-again']}>
          <p>{texts.tell}</p>
          <ActionButtons view={view} actions={['tell-again']} />
        </section>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Charges({ view }: { view: SandboxView }) {
  return (
    <section className="panel sandbox-panel" aria-labelledby="sandbox-charges">
      <h2 id="sandbox-charges">{texts.charges}</h2>
      <ol className="sandbox-charges">
        {view.charges.map((charge) => (
          <li key={charge.reference}>
            <b>{chargeText(charge)}</b>
            {charge.at !== null && <time dateTime={charge.at}>{formatDateTime(charge.at)}</time>}
            <code>{charge.reference}</code>
            <ActionButtons view={view} actions={charge.acts} charge={charge.reference} />
          </li>
        ))}
      </ol>
      {view.failRefund && <p>{texts.failRefund}</p>}
      <ActionButtons view={view} actions={['fail-refund']} />
      <p className="muted sandbox-zone">{texts.zone}</p>
    </section>
  );
}

function chargeText({ state, back }: SandboxChargeView): string {
  return back === null ? texts.charge[state] : texts.gone[back];
}

function NextMonths({ view, subscription }: { view: SandboxView; subscription: NonNullable<SandboxView['subscription']> }) {
  return (
    <section className="panel sandbox-panel" aria-labelledby="sandbox-months">
      <h2 id="sandbox-months">{texts.subscription.title}</h2>
      <p>{texts.subscription[subscription.state](formatDateTime(subscription.nextChargeAt))}</p>
      {subscription.failNext && <p>{texts.subscription.failNext}</p>}
      <ActionButtons view={view} actions={['next-month', 'fail-next', 'good-card']} />
    </section>
  );
}

const ACTION_VARIANTS: Partial<Record<SandboxFormAction, ButtonStyle['variant']>> = { pay: 'primary', decline: 'danger' };

/** A button for each action that is possible now. */
function ActionButtons({ view, actions, charge }: { view: SandboxView; actions: readonly SandboxFormAction[]; charge?: string }) {
  const possible = charge === undefined ? actions.filter((act) => view.acts.includes(act)) : actions;
  if (possible.length === 0) return null;
  return (
    <form method="post" action={`/till/${encodeURIComponent(view.reference)}`} className="sandbox-acts">
      {charge !== undefined && <input type="hidden" name="charge" value={charge} />}
      {possible.map((act) => (
        <Button key={act} type="submit" name="do" value={act} variant={ACTION_VARIANTS[act] ?? 'soft'} multiline>
          {texts.acts[act]}
        </Button>
      ))}
    </form>
  );
}
