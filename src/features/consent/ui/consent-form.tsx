import type { FormEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Consent } from '../../../shared/consent.ts';
import { saveConsent } from '../../../web/consent.ts';
import { Button } from '../../../web/kit/button.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { CONSENT_PATH } from '../schema.ts';
import { texts } from '../texts.ts';

type ConsentFormProps = { className: string; children?: ReactNode; onChosen?: () => void };

/** The two buttons, equally prominent. With JavaScript the browser stores the choice itself; without it the server sets the cookie. */
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
      {/* The server's HTML is the same for every query string of a page, so this value may differ on hydration. */}
      <input type="hidden" name="returnUrl" value={`${pathname}${search}`} suppressHydrationWarning />
      {children}
      <Button type="submit" name="choice" value="essential" variant="soft" size="sm" compact multiline>
        {texts.reject}
      </Button>
      <Button type="submit" name="choice" value="all" variant="soft" size="sm" compact multiline>
        {texts.accept}
      </Button>
    </form>
  );
}
