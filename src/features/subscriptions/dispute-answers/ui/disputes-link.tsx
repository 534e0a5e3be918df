import { LinkButton } from '../../../../web/kit/button.tsx';
import { DISPUTES_PATH } from '../../disputes/schema.ts';
import { texts } from '../texts.ts';
import '../../../admin/ui/admin.css';

/** Shows operators how many disputes wait for an answer, until when the first does, and leads there: what is not answered in time is lost. */
export function DisputesLink({ count, dueAt }: { count: number; dueAt: string | null }) {
  return (
    <section className="panel operator-wait" aria-labelledby="waiting-disputes">
      <h2 id="waiting-disputes">{texts.title}</h2>
      <p className={count > 0 ? 'troubled-count' : 'muted'}>
        {texts.waiting(count)} {count > 0 && dueAt !== null && texts.firstDue(dueAt)}
      </p>
      <LinkButton variant={count > 0 ? 'primary' : 'soft'} className="operator-wait-link" to={DISPUTES_PATH}>
        {texts.openList}
      </LinkButton>
    </section>
  );
}
