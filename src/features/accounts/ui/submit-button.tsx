import { useNavigation } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import type { FormResult } from '../schema.ts';

type SubmitButtonProps = { form: FormResult['form']; label: string; busy: string; disabled?: boolean };

/** Sends a form, once: while it is on its way another press does nothing, and the button says so. */
export function SubmitButton({ form, label, busy, disabled }: SubmitButtonProps) {
  const { formData } = useNavigation();
  const isBusy = formData?.get('form') === form;
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      block
      disabled={disabled}
      // Not `disabled`: that would take the focus away from whoever pressed it with the keyboard.
      aria-disabled={isBusy || undefined}
      onClick={(event) => isBusy && event.preventDefault()}
    >
      {isBusy ? busy : label}
    </Button>
  );
}
