import { Form, useNavigation } from 'react-router';
import { Button, LinkButton } from '../../../../web/kit/button.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { PleaseLogIn } from '../../ui/settings-frame.tsx';
import type { EmailLinkState as Link } from '../schema.ts';
import { texts } from '../texts.ts';

/** The page behind the link in an email to a new address. @param props.here its own URL */
export function EmailLink({ link, returnUrl }: { link: Link; returnUrl: string }) {
  const { formData } = useNavigation();
  const words = texts.link;
  if (link.state === 'log-in') return <PleaseLogIn returnUrl={returnUrl} />;
  const toSettings = (
    <LinkButton variant={link.state === 'ready' ? 'soft' : 'primary'} multiline to="/settings">
      {words.toSettings}
    </LinkButton>
  );
  if (link.state === 'done')
    return (
      <div className="wrap">
        <EmptyState level={1} mood="happy" title={words.doneTitle} text={words.done}>
          {toSettings}
        </EmptyState>
      </div>
    );
  if (link.state === 'invalid')
    return (
      <div className="wrap">
        <EmptyState level={1} mood="oops" title={words.invalidTitle} text={words.invalid}>
          {toSettings}
        </EmptyState>
      </div>
    );
  const isBusy = formData !== undefined;
  return (
    <div className="wrap">
      <EmptyState level={1} mood="happy" title={words.title} text={words.ready(link.email)}>
        <Form method="post" replace>
          <Button
            type="submit"
            variant="primary"
            multiline
            aria-disabled={isBusy || undefined}
            onClick={(event) => isBusy && event.preventDefault()}
          >
            {isBusy ? words.confirming : words.confirm}
          </Button>
        </Form>
        {toSettings}
      </EmptyState>
    </div>
  );
}
