import { useRef, useState, type MouseEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Dialog } from '../../../../web/kit/dialog.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { getNewestTime, hasNewerReport } from '../../rules.ts';
import { texts as teamTexts, toErrorNotice } from '../../texts.ts';
import { NewerNotice } from '../../ui/newer-notice.tsx';
import { useReadState } from '../../ui/use-read-state.ts';
import { NAME_FAULTS, type GroupCase, type GroupDecisionResult } from '../schema.ts';
import { texts } from '../texts.ts';

const REPORT_DECISIONS = ['dismiss-group', 'resolve-group'] as const;
/** The decisions about a group, always with a note. Closing asks for confirmation. */
export function GroupDecisionForm({ view, answer }: { view: GroupCase; answer: GroupDecisionResult | undefined }) {
  const { can, reports, names, asOf } = view;
  const current = {
    seen: getNewestTime(reports.map(({ changedAt }) => changedAt)) || asOf,
    hasReports: reports.length > 0,
    shown: names[0]?.id ?? '',
  };
  const { read, takeNewer } = useReadState(current, (now, before) => hasNewerReport(now, before) || now.shown !== before.shown);
  const form = useRef<HTMLFormElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const isBusy = useNavigation().formData !== undefined;
  const toast = answer?.ok ? texts.successToasts[answer.action] : null;
  useResultToast(answer, toast);
  const failure = answer && !answer.ok ? answer : null;
  const noteError = failure?.fieldErrors['note'] ?? null;
  const notice = (
    <ResultNotice toast={toast} error={toErrorNotice(failure && noteError === null ? (failure.error ?? teamTexts.failed.text) : null)} />
  );
  if (!Object.values(can).some(Boolean))
    return (
      <>
        {notice}
        <p className="muted">{texts.nothing}</p>
      </>
    );
  const busyProps = {
    'aria-disabled': isBusy || undefined,
    onClick: (event: MouseEvent) => isBusy && event.preventDefault(),
  };
  const openConfirmDialog = (event: MouseEvent) => {
    event.preventDefault();
    if (!isBusy && form.current?.reportValidity()) setConfirming(true);
  };
  return (
    <Form ref={form} method="post" replace className="decide" preventScrollReset onSubmit={() => setConfirming(false)}>
      {notice}
      <input type="hidden" name="seen" value={read.seen} />
      <input type="hidden" name="shown" value={read.shown} />
      <TextAreaField
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        error={noteError}
        maxLength={NOTE_MAX}
        defaultValue={failure?.values['note']}
        required
        onInput={() => {}}
      />
      <NewerNotice onRead={takeNewer} />
      <div className="decide-acts">
        {REPORT_DECISIONS.filter((action) => can[action]).map((action) => (
          <Button key={action} type="submit" name="action" value={action} variant="soft" multiline {...busyProps}>
            {texts.decisions[action]}
          </Button>
        ))}
      </div>
      {can['take-group-name'] && (
        <fieldset className="group-faults">
          <legend>{texts.takeAway}</legend>
          {NAME_FAULTS.map((fault) => (
            <Button key={fault} type="submit" name="fault" value={fault} variant="soft" size="sm" multiline {...busyProps}>
              {texts.faults[fault]}
            </Button>
          ))}
        </fieldset>
      )}
      {can['close-group'] && (
        <div className="decide-acts">
          <Button type="submit" name="action" value="close-group" variant="danger" multiline {...busyProps} onClick={openConfirmDialog}>
            {texts.decisions['close-group']}
          </Button>
        </div>
      )}
      {/* Inside of the form, because its button submits it. */}
      <Dialog open={isConfirming} title={texts.confirmClose.title} onClose={() => setConfirming(false)}>
        <p>{texts.confirmClose.text}</p>
        <div className="dialog-acts">
          <Button variant="primary" onClick={() => setConfirming(false)}>
            {texts.confirmClose.cancel}
          </Button>
          <Button variant="danger-solid" type="submit" name="action" value="close-group">
            {texts.decisions['close-group']}
          </Button>
        </div>
      </Dialog>
    </Form>
  );
}
