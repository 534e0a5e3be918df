import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import type { HelpCardView } from '../../help-requests/schema.ts';
import { HelpCardPlace } from '../../help-requests/ui/help-card.tsx';
import { ReportForm, type ReportError } from '../../reports/ui/report-form.tsx';
import { REPORT_REASONS, type ReportReason } from '../schema.ts';
import { reasonLabels, texts } from '../texts.ts';
import { sendReport, type ReportTarget } from './chat-api.ts';
import './chat.css';

const OPTIONS = REPORT_REASONS.map((value) => ({ value, label: reasonLabels[value] }));
const words = texts.report;

type ReportDialogProps = {
  /** What is being reported; null while the dialog is closed. */
  target: ReportTarget | null;
  name: string;
  onClose: () => void;
  /** Blocks the player. @returns whether it succeeded; null if the player is already blocked */
  onBlock: (() => Promise<boolean>) | null;
};

/** Dialog to report a message or a player to the moderators. After sending it offers to block the player. */
export function ReportDialog({ target, name, onClose, onBlock }: ReportDialogProps) {
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [helpCard, setHelpCard] = useState<HelpCardView | null>(null);
  // Each opening starts with empty fields; a closing dialog keeps its content.
  const [displayed, setDisplayed] = useState({ formKey: 0, reported: target });
  if (target !== null && target !== displayed.reported) {
    setDisplayed({ formKey: displayed.formKey + 1, reported: target });
    setSent(false);
    setHelpCard(null);
  }
  const close = () => {
    if (!isBusy) onClose();
  };
  const isMessage = displayed.reported?.messageId !== undefined;
  const title = isSent ? words.sentTitle : isMessage ? words.messageTitle : words.playerTitle(name);
  const block = async () => {
    if (isBusy || onBlock === null) return;
    setBusy(true);
    await onBlock();
    setBusy(false);
    onClose();
  };
  return (
    <Dialog open={target !== null} title={title} onClose={close}>
      {target === null ? null : isSent ? (
        <SentReport name={name} isBusy={isBusy} onClose={close} onBlock={onBlock && (() => void block())}>
          <HelpCardPlace card={helpCard} onClose={() => setHelpCard(null)} isWhole />
        </SentReport>
      ) : (
        <>
          <HelpOverForm card={helpCard} onClose={() => setHelpCard(null)} />
          <ReportForm
            key={displayed.formKey}
            className="report-person"
            lead={words.lead(name)}
            reasons={OPTIONS}
            words={words}
            descriptionRows={2}
            promise={<p className="muted">{words.promise}</p>}
            isBusy={isBusy}
            setBusy={setBusy}
            send={(reason, description) => submitReport(target, reason, description, setHelpCard)}
            onCancel={close}
            onSent={() => setSent(true)}
          />
        </>
      )}
    </Dialog>
  );
}

/** The card of a report that was not sent: over the form, which keeps what was typed, because the card has a form of its own. */
function HelpOverForm({ card, onClose }: { card: HelpCardView | null; onClose: () => void }) {
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

type SentReportProps = {
  name: string;
  isBusy: boolean;
  onClose: () => void;
  /** Null if the player is already blocked. */
  onBlock: (() => void) | null;
  children: ReactNode;
};

/** The thanks for a report, with the offer to block the player. */
function SentReport({ name, isBusy, onClose, onBlock, children }: SentReportProps) {
  return (
    <div className="report-person">
      <p role="status">{words.sent}</p>
      {children}
      {onBlock && <p>{words.blockOffer(name)}</p>}
      <div className="dialog-acts">
        <Button variant="primary" compact multiline ref={(button) => button?.focus()} aria-disabled={isBusy || undefined} onClick={onClose}>
          {onBlock ? words.noBlock : words.done}
        </Button>
        {onBlock && (
          <Button variant="danger" compact multiline aria-disabled={isBusy || undefined} onClick={onBlock}>
            {isBusy ? words.blocking : words.block(name)}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Sends a report. @param onHelp called if its writer needs help @returns why it was not sent, or null */
async function submitReport(
  target: ReportTarget,
  reason: ReportReason | null,
  description: string,
  onHelp: (card: HelpCardView) => void,
): Promise<ReportError | null> {
  if (reason === null) return words.failed;
  const answer = await sendReport(target, reason, description);
  if (answer?.help) onHelp(answer.help);
  if (answer?.ok === true) return null;
  return answer?.code === 'too-many-requests' ? words.slow : words.failed;
}
