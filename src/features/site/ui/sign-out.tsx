import { Form, useNavigation } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { texts } from '../texts.ts';

const SIGN_OUT_URL = '/logout';

/** Signs out on this device. It is a form, so that it works without JavaScript and no link can trigger it. */
export function SignOutButton({ className }: { className: string }) {
  const { formAction } = useNavigation();
  const isBusy = formAction === SIGN_OUT_URL;
  return (
    <Form method="post" action={SIGN_OUT_URL}>
      <button type="submit" className={className} aria-disabled={isBusy || undefined} onClick={(event) => isBusy && event.preventDefault()}>
        <Icon icon="log-out" />
        {isBusy ? texts.signOut.busy : texts.signOut.label}
      </button>
    </Form>
  );
}
