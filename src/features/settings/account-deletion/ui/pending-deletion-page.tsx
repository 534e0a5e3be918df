import { Form, Link, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Kombi } from '../../../../web/kit/kombi.tsx';
import { GET_HELP_PATH } from '../../../help-requests/schema.ts';
import type { PendingDeletionView } from '../schema.ts';
import { formatDay, texts } from '../texts.ts';

/** The page for a pending deletion: cancel it, sign out, or get help. */
export function PendingDeletionPage({ username, deletesAt }: PendingDeletionView) {
  const { leaving } = texts;
  const isBusy = useNavigation().formAction === '/leaving';
  return (
    <div className="wrap">
      <div className="empty page">
        <Kombi mood="oops" />
        <h1 className="title">{leaving.title(formatDay(deletesAt))}</h1>
        <p>{leaving.lead(username)}</p>
        <p>{leaving.waits}</p>
        <div className="acts">
          <Form method="post" action="/leaving" replace>
            <Button
              type="submit"
              variant="primary"
              multiline
              aria-disabled={isBusy || undefined}
              onClick={(event) => isBusy && event.preventDefault()}
            >
              {isBusy ? leaving.busy : leaving.keep}
            </Button>
          </Form>
          <Form method="post" action="/logout" replace>
            <Button type="submit" multiline>
              {leaving.signOut}
            </Button>
          </Form>
        </div>
        <p>
          {leaving.help}{' '}
          <Link className="link" to={GET_HELP_PATH}>
            {leaving.getHelp}
          </Link>
        </p>
      </div>
    </div>
  );
}
