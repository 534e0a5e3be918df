import { Form, useNavigation } from 'react-router';
import { Button, LinkButton } from '../../../../web/kit/button.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { texts } from '../texts.ts';

/** The page behind the unsubscribe link: one button stops the emails. */
export function UnsubscribePage({ state }: { state: 'ask' | 'done' | 'unknown' }) {
  const { formData } = useNavigation();
  const isBusy = formData !== undefined;
  const words = texts.stop;
  const toSettings = (
    <LinkButton variant={state === 'ask' ? 'soft' : 'primary'} multiline to="/settings?tab=notifications">
      {words.toSettings}
    </LinkButton>
  );
  if (state === 'ask')
    return (
      <div className="wrap">
        <EmptyState level={1} mood="sleep" title={words.title} text={words.lead}>
          <Form method="post" replace>
            <Button
              type="submit"
              variant="primary"
              multiline
              aria-disabled={isBusy || undefined}
              onClick={(event) => isBusy && event.preventDefault()}
            >
              {isBusy ? words.busy : words.confirm}
            </Button>
          </Form>
          {toSettings}
        </EmptyState>
      </div>
    );
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        mood={state === 'done' ? 'happy' : 'oops'}
        title={state === 'done' ? words.doneTitle : words.unknownTitle}
        text={state === 'done' ? words.done : words.unknown}
      >
        {toSettings}
      </EmptyState>
    </div>
  );
}
