import { LinkButton } from '../../../../web/kit/button.tsx';
import { MESSAGES_PATH } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../admin/ui/admin.css';

/** Shows an operator the number of open messages, with a link to them. @param late how many of them are overdue */
export function MessagesLink({ open, late }: { open: number; late: number }) {
  return (
    <section className="panel operator-wait" aria-labelledby="messages-link">
      <h2 id="messages-link">{texts.title}</h2>
      <p className={open > 0 ? 'troubled-count' : 'muted'}>{texts.lead(open, late)}</p>
      <LinkButton variant={open > 0 ? 'primary' : 'soft'} className="operator-wait-link" to={MESSAGES_PATH}>
        {texts.open}
      </LinkButton>
    </section>
  );
}
