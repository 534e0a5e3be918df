import { Form } from 'react-router';
import { Button, LinkButton } from '../../../../web/kit/button.tsx';
import { texts } from '../texts.ts';
import '../../ui/settings.css';

/** Data export and account deletion. */
export function DataAndAccountPanel() {
  const { mine } = texts;
  return (
    <section className="panel" aria-labelledby="settings-mine">
      <h2 id="settings-mine">{mine.title}</h2>
      <p className="settings-hint">{mine.exportLead}</p>
      {/* A native form submission, because the response is a file download. */}
      <Form method="post" action="/settings/export" reloadDocument className="settings-act">
        <Button type="submit" variant="secondary">
          {mine.export}
        </Button>
      </Form>
      <p className="settings-hint">{mine.leaveLead}</p>
      <div className="settings-act">
        <LinkButton variant="danger" to="/settings/delete">
          {mine.leave}
        </LinkButton>
      </div>
    </section>
  );
}
