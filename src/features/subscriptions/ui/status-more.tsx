import { Form } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import type { Status } from '../schema.ts';
import { texts } from '../showing/texts.ts';
import type { usePendingForm } from '../../../web/use-one-press.ts';

const words = texts.status;

type StatusMoreProps = {
  status: Status;
  /** A payment of this player is pending. */
  processing: boolean;
  press: ReturnType<typeof usePendingForm>;
};

/** Below the facts: what waits, what went wrong, and how it goes on. */
export function StatusMore({ status, processing, press }: StatusMoreProps) {
  return (
    <>
      {processing && (
        <Note title={words.processing}>
          <p>{words.processingText}</p>
        </Note>
      )}
      {status.kind === 'active' && status.graceUntil !== null && <Grace until={status.graceUntil} press={press} />}
      {status.kind === 'active' && status.autoRenew !== null && <AutoRenew isOn={status.autoRenew} status={status} press={press} />}
      {status.kind === 'active' && status.channel === 'mpesa' && status.planId !== 'basic' && (
        <Form method="post" action="/subscription" preventScrollReset className="status-row" onSubmit={press.onSubmit}>
          <input type="hidden" name="do" value="subscribe" />
          <input type="hidden" name="channel" value="mpesa" />
          <p className="muted">{words.pass}</p>
          <Button
            type="submit"
            name="plan"
            value={status.planId}
            variant="secondary"
            size="sm"
            aria-disabled={press.action !== null || undefined}
          >
            {press.action === 'subscribe' && press.of('plan') === status.planId ? texts.plans.processing : words.extend}
          </Button>
        </Form>
      )}
    </>
  );
}

/** A charge failed: who pays can mend the card on the provider's page. */
function Grace({ until, press }: { until: string; press: StatusMoreProps['press'] }) {
  const isSent = press.action === 'fix-card';
  return (
    <Form method="post" action="/subscription" preventScrollReset className="status-grace" onSubmit={press.onSubmit}>
      <Note variant="bad" title={words.graceTitle}>
        <p>{words.grace(until)}</p>
      </Note>
      <Button type="submit" name="do" value="fix-card" variant="primary" aria-disabled={press.action !== null || undefined}>
        {isSent ? texts.plans.processing : words.fixCard}
      </Button>
    </Form>
  );
}

type AutoRenewProps = { isOn: boolean; status: Extract<Status, { kind: 'active' }>; press: StatusMoreProps['press'] };

function renewWords(isOn: boolean, { graceUntil, nextBilling, until }: AutoRenewProps['status']): string {
  if (!isOn) return words.renewsOff(until);
  // A card that was refused has no day on which it pays.
  return graceUntil === null ? words.renewsOn(nextBilling ?? until) : words.renewsOnceFixed;
}

/** Whether the card pays again. It shows what holds, never what was only asked for. */
function AutoRenew({ isOn, status, press }: AutoRenewProps) {
  const isSent = press.action === 'auto-renew';
  return (
    <Form method="post" action="/subscription" replace preventScrollReset className="status-row" onSubmit={press.onSubmit}>
      <input type="hidden" name="do" value="auto-renew" />
      <div>
        <b id="auto-renew">{words.autoRenew}</b>
        <p id="auto-renew-text" className="muted">
          {renewWords(isOn, status)}
        </p>
      </div>
      <button
        type="submit"
        name="on"
        value={isOn ? 'no' : 'yes'}
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-labelledby="auto-renew"
        aria-describedby="auto-renew-text"
        aria-disabled={press.action !== null || undefined}
      >
        <span className="switch-track" aria-hidden="true" />
        <span aria-hidden="true">{isSent ? words.saving : isOn ? words.on : words.off}</span>
      </button>
    </Form>
  );
}
