import { LogOut } from 'lucide-react';
import { Form, useNavigation } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { texts } from '../texts.ts';

const SIGN_OUT_URL = '/logout';

type SignOutButtonProps = {
  /** Class of the form around the button. */
  className?: string;
  /** Class of the button: an icon in the bar, a line in the menu. */
  buttonClassName?: string;
  withLabel?: boolean;
};

/** Signs out on this device. It is a form, so that it works without JavaScript and no link can trigger it. */
export function SignOutButton({ className, buttonClassName = 'icon-btn', withLabel = false }: SignOutButtonProps) {
  const { formAction } = useNavigation();
  const isBusy = formAction === SIGN_OUT_URL;
  const { label, busy } = texts.signOut;
  return (
    <Form method="post" action={SIGN_OUT_URL} className={className}>
      <button
        type="submit"
        className={buttonClassName}
        aria-label={withLabel ? undefined : label}
        title={withLabel ? undefined : label}
        aria-disabled={isBusy || undefined}
        onClick={(event) => isBusy && event.preventDefault()}
      >
        <Icon icon={LogOut} />
        {withLabel && (isBusy ? busy : label)}
      </button>
    </Form>
  );
}
