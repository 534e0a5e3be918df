import { Form, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Kombi } from '../../../../web/kit/kombi.tsx';
import type { LeavingView } from '../schema.ts';
import { dayOf, texts } from '../texts.ts';

/** All that is left to say to who leaves: keep it, or go. */
export function LeavingPage({ username, deletesAt }: LeavingView) {
  const { leaving } = texts;
  const isBusy = useNavigation().formAction === '/leaving';
  return (
    <div className="wrap">
      <div className="empty page">
        <Kombi mood="oops" />
        <h1 className="title">{leaving.title(dayOf(deletesAt))}</h1>
        <p>{leaving.lead(username)}</p>
        <div className="acts">
          <Form method="post" action="/leaving" replace>
            <Button type="submit" variant="primary" aria-disabled={isBusy || undefined} onClick={(event) => isBusy && event.preventDefault()}>
              {isBusy ? leaving.busy : leaving.keep}
            </Button>
          </Form>
          <Form method="post" action="/logout" replace>
            <Button type="submit">{leaving.signOut}</Button>
          </Form>
        </div>
      </div>
    </div>
  );
}
