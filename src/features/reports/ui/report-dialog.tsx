import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { RadioGroup } from '../../../web/kit/radio-group.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { TextArea } from '../../../web/kit/text-area.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { postForm } from '../../../web/post-form.ts';
import { GET_HELP_PATH } from '../../help-requests/schema.ts';
import { DESCRIPTION_MAX, GAME_REPORT_REASONS, type GameReportReason, type ReportResult } from '../schema.ts';
import { reasonLabels, texts } from '../texts.ts';
import { ReportForm, type ReportError } from './report-form.tsx';
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
        <Icon icon="flag" />
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
      <Icon icon="flag" />
      {texts.open}
    </LinkButton>
  );
}

function ReportWithDialog({ gameId, gameTitle }: { gameId: string; gameTitle: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const sendReport = useReportSender(gameId);
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
        <Icon icon="flag" />
        {texts.open}
      </Button>
      <Dialog open={isOpen} title={texts.title} onClose={close}>
        <ReportForm
          key={formKey}
          className="report-form"
          lead={
            <>
              <b>{gameTitle}</b>
              <br />
              {texts.lead}
            </>
          }
          reasons={OPTIONS}
          words={texts}
          descriptionRows={3}
          promise={<p className="report-promise">{texts.promise}</p>}
          isBusy={isBusy}
          setBusy={setBusy}
          send={sendReport}
          onCancel={close}
          onSent={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}

/** For a writer who asks for help in a report that was not sent: who helps now. */
function HelpNote({ isTeamNotified }: { isTeamNotified: boolean }) {
  const { title, text } = isTeamNotified ? texts.helpNotified : texts.help;
  const place = useRef<HTMLDivElement>(null);
  // It comes below what was in view.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={place}>
      <Note title={title}>
        {text}{' '}
        <Link className="link" to={GET_HELP_PATH}>
          {texts.getHelp}
        </Link>
      </Note>
    </div>
  );
}

/** Sends a report about a game; a toast tells the result, with the texts of spec 1, section 8. */
function useReportSender(gameId: string) {
  const toast = useToast();
  const closeToast = useRef<() => void>(undefined);
  const fail = ({ title, text }: ReportError, help?: ReportResult['help']): ReportError => {
    closeToast.current = toast({ title, text, kind: 'bad' });
    return { title, text, help: help && <HelpNote isTeamNotified={help.isTeamNotified} /> };
  };
  return async (reason: GameReportReason | null, description: string): Promise<ReportError | null> => {
    closeToast.current?.();
    if (reason === null) return fail(texts.reasonRequired);
    const url = `/games/${encodeURIComponent(gameId)}/reports`;
    const answer = await postForm<ReportResult>(url, { reason, description }).catch(() => null);
    if (answer?.ok !== true) return fail(answer?.code === 'sign-in-required' ? texts.signInRequired : texts.failed, answer?.help);
    toast(texts.sent);
    if (answer.help)
      toast({
        ...(answer.help.isTeamNotified ? texts.helpNotified : texts.help),
        isPersistent: true,
        link: { to: GET_HELP_PATH, label: texts.getHelp },
      });
    return null;
  };
}
