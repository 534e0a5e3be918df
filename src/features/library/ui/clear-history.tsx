import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button, buttonClass } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { postForm } from '../../../web/post-form.ts';
import type { HistoryResult } from '../schema.ts';
import { texts } from '../texts.ts';

/** Clears the history, after a confirmation. */
export function ClearHistory() {
  const { profile } = texts;
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    if (!isBusy) setOpen(false);
  };
  const clear = async () => {
    if (isBusy) return;
    setBusy(true);
    const response = await postForm<HistoryResult>('/profile/history', { do: 'clear' }).catch(() => null);
    setBusy(false);
    // A toast behind an open dialog could neither be seen nor closed.
    setOpen(false);
    if (!response?.ok) return void toast({ ...profile.clearFailed, kind: 'bad' });
    toast({ ...profile.cleared, sticker: 'clock' });
    await revalidate();
  };
  return (
    <>
      <Button className="needs-js" variant="danger" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon icon="trash" size="small" />
        {profile.clear}
      </Button>
      <noscript>
        <form method="post" action="/profile/history">
          <input type="hidden" name="do" value="clear" />
          <input type="hidden" name="returnUrl" value="/profile?tab=history" />
          <button type="submit" className={buttonClass({ variant: 'danger', size: 'sm' })}>
            {profile.clear}
          </button>
        </form>
      </noscript>
      <Dialog open={isOpen} title={profile.clearTitle} onClose={close}>
        <p>{profile.clearText}</p>
        <div className="dialog-acts">
          <Button variant="primary" aria-disabled={isBusy || undefined} onClick={close}>
            {profile.keep}
          </Button>
          <Button variant="danger-solid" aria-disabled={isBusy || undefined} onClick={() => void clear()}>
            {isBusy ? profile.clearing : profile.confirmClear}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
