import { useNavigation } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import type { AccountForm } from '../schema.ts';

type SubmitButtonProps = { form: AccountForm; label: string; busy: string; disabled?: boolean };

/** A submit button. While the form is being submitted, it shows that and ignores further presses. */
export function SubmitButton({ form, label, busy, disabled }: SubmitButtonProps) {
  const { formData } = useNavigation();
  const isBusy = formData?.get('form') === form;
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      multiline
      block
      disabled={disabled}
      // Not `disabled`: that would take the focus away from keyboard users.
      aria-disabled={isBusy || undefined}
      onClick={(event) => isBusy && event.preventDefault()}
    >
      {isBusy ? busy : label}
    </Button>
  );
}
