import { Flag } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { RadioGroup } from '../../../web/kit/radio-group.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { TextArea } from '../../../web/kit/text-area.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { postForm } from '../../../web/post-form.ts';
import { DESCRIPTION_MAX, GAME_REPORT_REASONS } from '../limits/schema.ts';
import type { GameReportReason, ReportResponse } from '../schema.ts';
import { reasonLabels, texts } from '../texts.ts';
import './report-dialog.css';

type ReportButtonProps = { gameId: string; gameTitle: string; viewer: 'visitor' | 'player' };

/** Button to report a game. Visitors see that it requires an account (spec 1, section 8). */
export function ReportButton({ gameId, gameTitle, viewer }: ReportButtonProps) {
  const hydrated = useHydrated();
  if (viewer === 'visitor') return <SignInToReport gameId={gameId} />;
  if (hydrated) return <ReportWithDialog gameId={gameId} gameTitle={gameTitle} />;
  return <ReportWithoutScript gameId={gameId} />;
}

/** Fallback without JavaScript and until hydration: the form expands in place. */
function ReportWithoutScript({ gameId }: { gameId: string }) {
  return (
    <details className="report-plain">
      <summary className={buttonClass({ variant: 'danger' })}>
        <Icon icon={Flag} />
        {texts.open}
      </summary>
      <form className="report-form" method="post" action={`/games/${encodeURIComponent(gameId)}/reports`}>
        <input type="hidden" name="returnUrl" value={`/games/${gameId}?news=reported`} />
        <RadioGroup name="reason" legend={texts.reason} options={OPTIONS} required />
        <TextArea name="description" label={texts.description} rows={3} maxLength={DESCRIPTION_MAX} />
        <Button type="submit" variant="primary">
          {texts.submit}
        </Button>
      </form>
    </details>
  );
}

const OPTIONS = GAME_REPORT_REASONS.map((value) => ({ value, label: reasonLabels[value] }));

function SignInToReport({ gameId }: { gameId: string }) {
  const toast = useToast();
  const signIn = `/login?returnUrl=${encodeURIComponent(`/games/${gameId}`)}`;
  return (
    <LinkButton
      variant="danger"
      to={signIn}
      onClick={(event) => {
        event.preventDefault();
        toast({ ...texts.signInRequired, kind: 'bad', link: { to: signIn, label: texts.logIn } });
      }}
    >
      <Icon icon={Flag} />
      {texts.open}
    </LinkButton>
  );
}

function ReportWithDialog({ gameId, gameTitle }: { gameId: string; gameTitle: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // Each opening starts with empty fields.
  const [formKey, setFormKey] = useState(0);
  const close = () => {
    if (!isBusy) setOpen(false);
  };
  const open = () => {
    setFormKey(formKey + 1);
    setOpen(true);
  };
  return (
    <>
      <Button variant="danger" aria-haspopup="dialog" onClick={open}>
        <Icon icon={Flag} />
        {texts.open}
      </Button>
      <Dialog open={isOpen} title={texts.title} onClose={close}>
        <ReportForm
          key={formKey}
          gameId={gameId}
          gameTitle={gameTitle}
          isBusy={isBusy}
          setBusy={setBusy}
          onCancel={close}
          onSent={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

/** An error, with the texts of spec 1, section 8. */
type ErrorText = { title: string; text: string };

type ReportFormProps = {
  gameId: string;
  gameTitle: string;
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onSent: () => void;
};

function ReportForm({ gameId, gameTitle, isBusy, setBusy, onCancel, onSent }: ReportFormProps) {
  const toast = useToast();
  const [reason, setReason] = useState<GameReportReason | null>(null);
  const [description, setDescription] = useState('');
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const closeToast = useRef<() => void>(undefined);
  const fail = (error: ErrorText) => {
    setFailure(error);
    closeToast.current = toast({ ...error, kind: 'bad' });
  };
  const send = async () => {
    if (isBusy) return;
    setFailure(null);
    closeToast.current?.();
    if (reason === null) return fail(texts.reasonRequired);
    setBusy(true);
    const url = `/games/${encodeURIComponent(gameId)}/reports`;
    const answer = await postForm<ReportResponse>(url, { reason, description }).catch(() => null);
    setBusy(false);
    if (answer?.ok !== true) return fail(answer?.code === 'sign-in-required' ? texts.signInRequired : texts.failed);
    onSent();
    toast(texts.sent);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className="report-form" onSubmit={onSubmit}>
      <p className="muted">
        <b>{gameTitle}</b>
        <br />
        {texts.lead}
      </p>
      <RadioGroup name="reason" legend={texts.reason} options={OPTIONS} value={reason} onChange={setReason} />
      <TextArea
        name="description"
        label={texts.description}
        rows={3}
        maxLength={DESCRIPTION_MAX}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {/* A toast would be under the open dialog, where it is neither read aloud nor clickable. */}
      {failure && (
        <div role="alert">
          <Note variant="bad" title={failure.title}>
            {failure.text}
          </Note>
        </div>
      )}
      <p className="report-promise">{texts.promise}</p>
      <div className="dialog-acts">
        <Button variant="soft" aria-disabled={isBusy || undefined} onClick={onCancel}>
          {texts.cancel}
        </Button>
        {/* Not `disabled` while busy: that would remove the focus from the button for keyboard users. */}
        <Button type="submit" variant="primary" disabled={reason === null} aria-disabled={isBusy || undefined}>
          {isBusy ? texts.busy : texts.submit}
        </Button>
      </div>
    </form>
  );
}
