import { formatDateTime } from '../../../../shared/date-format.ts';
import type { PlayerBilling } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';
import './player-billing.css';

const words = texts.subscriptions;
type Subscriptions = PlayerBilling['subscriptions'];
const STATE_CLASSES: Record<Subscriptions[number]['state'], string> = {
  active: 'resolved',
  'non-renewing': 'reviewing',
  attention: 'late',
  ended: '',
};

/** A player's subscriptions, current and ended. */
export function PlayerSubscriptions({ subscriptions }: { subscriptions: Subscriptions }) {
  if (subscriptions.length === 0) return <p className="muted">{words.none}</p>;
  return (
    <ol className="case-log">
      {subscriptions.map(({ id, planName, state, provider, channel, code, at, nextBilling, endedAt }) => (
        <li key={id}>
          <p className="money-line">
            <b>{planName}</b> <span className={`state-pill ${STATE_CLASSES[state]}`}>{words.states[state]}</span>
          </p>
          <p className="money-facts">
            <span>{words.since(formatDateTime(at))}</span>
            {nextBilling !== null && endedAt === null && <span>{words.next(formatDateTime(nextBilling))}</span>}
            {endedAt !== null && <span>{words.ended(formatDateTime(endedAt))}</span>}
          </p>
          <p className="money-facts">
            <span>{provider}</span>
            <span>{texts.payments.channels[channel]}</span>
            {code !== null && <code>{code}</code>}
          </p>
        </li>
      ))}
    </ol>
  );
}
