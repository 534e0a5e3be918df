import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import type { SettleResult } from '../schema.ts';
import { texts } from '../texts.ts';

const words = texts.refunds.settle;

type FailedRefundFormProps = {
  /** The refund that failed. */
  id: string;
  failure: Extract<SettleResult, { ok: false }> | null;
};

/** Says that nothing more is to do about a refund that failed, with a note. */
export function FailedRefundForm({ id, failure }: FailedRefundFormProps) {
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<FailedRefundFormProps['failure']>(null);
  const noteError = failure !== null && changedSince !== failure ? (failure.fieldErrors['note'] ?? null) : null;
  const isOtherFailure = failure !== null && failure.fieldErrors['note'] === undefined;
  return (
    <Form method="post" replace preventScrollReset className="decide" onSubmit={pendingForm.onSubmit}>
      <ResultNotice error={isOtherFailure ? { title: words.failedTitle, text: failure.error ?? words.failed } : null} />
      <input type="hidden" name="refund" value={id} />
      <TextAreaField
        name="note"
        label={words.note}
        hint={words.noteHint}
        error={noteError}
        defaultValue={failure?.values['note'] ?? ''}
        maxLength={NOTE_MAX}
        required
        onInput={() => setChangedSince(failure)}
      />
      <div className="decide-acts">
        <Button type="submit" name="do" value="settle" variant="soft" multiline aria-disabled={pendingForm.action !== null || undefined}>
          {pendingForm.action === null ? words.button : words.busy}
        </Button>
      </div>
    </Form>
  );
}
