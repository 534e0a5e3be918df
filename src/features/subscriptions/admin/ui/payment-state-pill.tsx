import type { PaymentSummary } from '../../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';

type State = PaymentSummary['state'];

const STATE_CLASSES: Record<State, string> = {
  pending: 'new',
  success: 'resolved',
  failed: '',
  abandoned: '',
  refunded: 'late',
  disputed: 'late',
  held: 'late',
  'not-allowed': 'late',
};

/** The state of a payment, for operators. */
export function PaymentStatePill({ state }: { state: State }) {
  return <span className={`state-pill ${STATE_CLASSES[state]}`}>{texts.payments.states[state]}</span>;
}
