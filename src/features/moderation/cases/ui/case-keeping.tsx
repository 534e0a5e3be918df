import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import type { ErasedAccount, HoldResult } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';

type CaseKeepingProps = {
  caseId: string;
  /** Since when the case is marked for the police; null: it is not. */
  heldSince: string | null;
  /** Set if the account was deleted. */
  erased: ErasedAccount | null;
  /** Result of marking or releasing the case. */
  answer: HoldResult | undefined;
};

/** What operators can do to keep a case and to hand it out. The forms work without JavaScript. */
export function CaseKeeping({ caseId, heldSince, erased, answer }: CaseKeepingProps) {
  const notHeld = erased === null ? texts.notHeld : texts.notHeldErased(erased.keptUntil);
  return (
    <>
      <section className="panel" aria-labelledby="case-hold">
        <h2 id="case-hold">{texts.keep}</h2>
        {/* Done, it is the other form, and empty. */}
        <HoldForm
          key={heldSince}
          isHeld={heldSince !== null}
          lead={heldSince === null ? notHeld : texts.heldSince(heldSince)}
          answer={answer}
        />
      </section>
      <section className="panel" aria-labelledby="case-download">
        <h2 id="case-download">{texts.download}</h2>
        {/* A native form submission, because the response is a file download. */}
        <Form method="post" action={`/moderation/players/${encodeURIComponent(caseId)}/export`} reloadDocument className="decide">
          <p className="muted">{texts.downloadLead}</p>
          <TextAreaField
            name="note"
            label={texts.downloadNote}
            hint={texts.downloadHint}
            error={null}
            maxLength={NOTE_MAX}
            required
            onInput={() => {}}
          />
          <div className="decide-acts">
            <Button type="submit" variant="secondary" multiline>
              {texts.downloadButton}
            </Button>
          </div>
        </Form>
      </section>
    </>
  );
}

function HoldForm({ isHeld, lead, answer }: { isHeld: boolean; lead: string; answer: HoldResult | undefined }) {
  const [changedSince, setChangedSince] = useState<HoldResult>();
  const isBusy = Boolean(useNavigation().formData?.get('do'));
  const toast = answer?.ok ? texts.successToasts[answer.do] : null;
  useResultToast(answer, toast);
  const failure = answer && !answer.ok ? answer : null;
  const fieldError = failure?.fieldErrors.reason ?? null;
  const formError = failure !== null && fieldError === null ? { title: texts.failedTitle, text: failure.error ?? texts.failed } : null;
  const action = isHeld ? 'release' : 'hold';
  return (
    <Form method="post" replace preventScrollReset className="decide" onSubmit={(event) => isBusy && event.preventDefault()}>
      <ResultNotice toast={toast} error={formError} />
      <p className="muted">{lead}</p>
      <TextAreaField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        error={changedSince === answer ? null : fieldError}
        maxLength={NOTE_MAX}
        defaultValue={failure?.values.reason ?? ''}
        required
        onInput={() => setChangedSince(answer)}
      />
      <div className="decide-acts">
        {/* Not `disabled`: that would remove the focus from the button for keyboard users. */}
        <Button
          type="submit"
          name="do"
          value={action}
          variant={isHeld ? 'soft' : 'secondary'}
          multiline
          aria-disabled={isBusy || undefined}
        >
          {isBusy ? texts.busy : texts.holdActions[action]}
        </Button>
      </div>
    </Form>
  );
}
