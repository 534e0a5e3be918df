import type { FormEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { saveConsent, type Consent } from '../../../web/consent.ts';
import { Button } from '../../../web/kit/button.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { CONSENT_PATH } from '../schema.ts';
import { texts } from '../texts.ts';

type ConsentFormProps = { className: string; children?: ReactNode; onChosen?: () => void };

/** The two buttons, neither louder than the other. With scripts the browser keeps the choice itself; else the server sends it back. */
export function ConsentForm({ className, children, onChosen }: ConsentFormProps) {
  const { pathname, search } = useLocation();
  const toast = useToast();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const choice: Consent = submitter.value === 'all' ? 'all' : 'essential';
    saveConsent(choice);
    toast(texts.done[choice]);
    onChosen?.();
  };
  return (
    <form className={className} method="post" action={CONSENT_PATH} onSubmit={onSubmit}>
      {/* The page is the same for all who ask for it, however their addresses differ. */}
      <input type="hidden" name="returnUrl" value={`${pathname}${search}`} suppressHydrationWarning />
      {children}
      <Button type="submit" name="choice" value="essential" variant="soft" size="sm">
        {texts.reject}
      </Button>
      <Button type="submit" name="choice" value="all" variant="soft" size="sm">
        {texts.accept}
      </Button>
    </form>
  );
}
