import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import type { FetchResult, FetchState } from '../schema.ts';
import { texts } from '../texts.ts';

/** When the provider was asked last, and the button to ask it now. */
export function FetchForm({ fetched, answer }: { fetched: FetchState; answer: FetchResult | undefined }) {
  const pendingForm = usePendingForm();
  const toast = answer?.ok ? texts.fetchAsked : null;
  useResultToast(answer, toast);
  const { at, failure } = fetched;
  return (
    <div className="fetch">
      <ResultNotice toast={toast} error={answer && !answer.ok ? { title: texts.failedTitle, text: answer.error ?? texts.failed } : null} />
      {failure !== null && (
        <Note variant="bad" title={texts.fetchFailedTitle}>
          <p dir="auto">{texts.fetchFailed(failure.at, failure.words)}</p>
        </Note>
      )}
      <Form method="post" replace preventScrollReset className="fetch-form" onSubmit={pendingForm.onSubmit}>
        <p className="muted">{texts.fetched(at)}</p>
        <Button type="submit" size="sm" variant="soft" name="do" value="fetch" aria-disabled={pendingForm.action !== null || undefined}>
          {pendingForm.action === null ? texts.fetch : texts.fetching}
        </Button>
      </Form>
    </div>
  );
}
