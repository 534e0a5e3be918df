import type { DisputeState, DisputeSummary } from '../../disputes/schema.ts';
import { texts } from '../texts.ts';

const CLASSES: Record<DisputeState, string> = { 'awaiting-us': 'late', answered: 'reviewing', won: 'resolved', lost: '' };

/** The state of a dispute, and of our answer while that is on its way. */
export function DisputeStatePills({ dispute: { state, isSending, isRefused } }: { dispute: DisputeSummary }) {
  return (
    <>
      <span className={`state-pill ${CLASSES[state]}`}>{texts.states[state]}</span>
      {state === 'awaiting-us' && isSending && <span className="state-pill new">{texts.sending}</span>}
      {state === 'awaiting-us' && isRefused && <span className="state-pill late">{texts.refused}</span>}
    </>
  );
}
