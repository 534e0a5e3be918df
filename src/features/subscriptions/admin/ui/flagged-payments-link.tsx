import { LinkButton } from '../../../../web/kit/button.tsx';
import { texts } from '../texts.ts';
import './player-billing.css';
import '../../../admin/ui/admin.css';

const words = texts.flagged;

/**
 * Shows operators how many payments need review, and links to them.
 * @param hasMore there are more than `count`
 */
export function FlaggedPaymentsLink({ count, hasMore }: { count: number; hasMore: boolean }) {
  return (
    <section className="panel operator-wait" aria-labelledby="flagged-payments">
      <h2 id="flagged-payments">{words.title}</h2>
      <p className={count > 0 ? 'troubled-count' : 'muted'}>{words.count(count, hasMore)}</p>
      <LinkButton variant={count > 0 ? 'primary' : 'soft'} className="operator-wait-link" to="/operator/payments?state=needs-look">
        {words.open}
      </LinkButton>
    </section>
  );
}
