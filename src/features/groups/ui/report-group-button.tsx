import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, buttonClass } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { RadioGroup } from '../../../web/kit/radio-group.tsx';
import { TextArea } from '../../../web/kit/text-area.tsx';
import { postForm } from '../../../web/post-form.ts';
import type { HelpCardView } from '../../help-requests/schema.ts';
import { HelpCardPlace } from '../../help-requests/ui/help-card.tsx';
import { DESCRIPTION_MAX } from '../../reports/schema.ts';
import { ReportForm, type ReportError } from '../../reports/ui/report-form.tsx';
import { GROUP_REPORT_REASONS, urlForGroupReports, type GroupReportReason, type GroupReportResult } from '../reports/schema.ts';
import { reasonLabels, texts } from '../reports/texts.ts';
import './report-group.css';

const OPTIONS = GROUP_REPORT_REASONS.map((value) => ({ value, label: reasonLabels[value] }));

type ReportGroupButtonProps = {
  groupId: string;
  /** The page that a browser without JavaScript comes back to. */
  returnUrl: string;
};

/** Button with which members of a group, and those who are invited, report it to the moderators. */
export function ReportGroupButton({ groupId, returnUrl }: ReportGroupButtonProps) {
  const hydrated = useHydrated();
  return (
    <div className="report-group-place">
      {hydrated ? <ReportWithDialog groupId={groupId} /> : <ReportWithoutScript groupId={groupId} returnUrl={returnUrl} />}
    </div>
  );
}

/** Without JavaScript and until hydration the form opens in place. */
function ReportWithoutScript({ groupId, returnUrl }: ReportGroupButtonProps) {
  return (
    <details className="report-group-plain">
      <summary className={buttonClass({ variant: 'ghost' })}>
        <Icon icon="flag" />
        {texts.open}
      </summary>
      <form className="report-group" method="post" action={urlForGroupReports(groupId)}>
        <input type="hidden" name="returnUrl" value={`${returnUrl}?news=reported`} />
        <RadioGroup name="reason" legend={texts.reason} options={OPTIONS} required />
        <TextArea name="description" label={texts.description} rows={3} maxLength={DESCRIPTION_MAX} />
        <Button type="submit" variant="primary">
          {texts.submit}
        </Button>
      </form>
    </details>
  );
}

function ReportWithDialog({ groupId }: { groupId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [helpCard, setHelpCard] = useState<HelpCardView | null>(null);
  // Each opening starts with empty fields.
  const [formKey, setFormKey] = useState(0);
  const close = () => {
    if (!isBusy) setOpen(false);
  };
  const open = () => {
    setFormKey(formKey + 1);
    setSent(false);
    setHelpCard(null);
    setOpen(true);
  };
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={open}>
        <Icon icon="flag" />
        {texts.open}
      </Button>
      <Dialog open={isOpen} title={isSent ? texts.sentTitle : texts.title} onClose={close}>
        {isSent ? (
          <SentReport onClose={close} card={helpCard} onCloseCard={() => setHelpCard(null)} />
        ) : (
          <>
            <HelpOverForm card={helpCard} onClose={() => setHelpCard(null)} />
            <ReportForm
              key={formKey}
              className="report-group"
              lead={texts.lead}
              reasons={OPTIONS}
              words={texts}
              descriptionRows={2}
              promise={<p className="muted">{texts.promise}</p>}
              isBusy={isBusy}
              setBusy={setBusy}
              send={(reason, description) => sendReport(groupId, reason, description, setHelpCard)}
              onCancel={close}
              onSent={() => setSent(true)}
            />
          </>
        )}
      </Dialog>
    </>
  );
}

type HelpProps = { card: HelpCardView | null; onClose: () => void };

/** The card of a report that was not sent: over the form, which keeps what was typed, because the card has a form of its own. */
function HelpOverForm({ card, onClose }: HelpProps) {
  const place = useRef<HTMLDivElement>(null);
  // On a phone the button that was pressed is far below.
  useEffect(() => {
    if (card) place.current?.scrollIntoView({ block: 'nearest' });
  }, [card]);
  return (
    <div ref={place}>
      <HelpCardPlace card={card} onClose={onClose} isWhole />
    </div>
  );
}

function SentReport({ card, onCloseCard, onClose }: { card: HelpCardView | null; onCloseCard: () => void; onClose: () => void }) {
  return (
    <div className="report-group">
      <p role="status">{texts.sent}</p>
      <HelpCardPlace card={card} onClose={onCloseCard} isWhole />
      <div className="dialog-acts">
        <Button variant="primary" compact ref={(button) => button?.focus()} onClick={onClose}>
          {texts.done}
        </Button>
      </div>
    </div>
  );
}

/** Sends a report. @param onHelp called if its writer needs help @returns why it was not sent, or null */
async function sendReport(
  groupId: string,
  reason: GroupReportReason | null,
  description: string,
  onHelp: (card: HelpCardView) => void,
): Promise<ReportError | null> {
  if (reason === null) return texts.failed;
  const answer = await postForm<GroupReportResult>(urlForGroupReports(groupId), { reason, description }).catch(() => null);
  if (answer?.help) onHelp(answer.help);
  if (answer?.ok === true) return null;
  if (answer?.code === 'too-many-requests') return texts.slow;
  return answer?.code === 'not-found' ? texts.gone : texts.failed;
}
