import { useEffect, useRef, type FormEvent } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * Prevents double submission: a form is not sent again while it is being sent. Two presses may come before the next render. The response
 * may also arrive before it: then the page never renders as busy, and only `answer` tells that the next press counts.
 * @param answer changes with each response
 * @returns a handler for the form's `onSubmit`
 */
export function useSubmitOnce(isBusy: boolean, answer: unknown): (event: FormEvent) => void {
  const isSent = useRef(false);
  useEffect(() => {
    if (!isBusy) isSent.current = false;
  }, [isBusy, answer]);
  return (event) => {
    if (isSent.current || isBusy) return event.preventDefault();
    isSent.current = true;
  };
}

/**
 * The same for the forms of a page (`<Form>`), where one is sent at a time. `action` is the action being sent (field `do`), `of` reads
 * another field of the form data.
 */
export function usePendingForm() {
  const { formData } = useNavigation();
  // Each response creates a new history entry, even one that reports an error.
  const { key } = useLocation();
  const onSubmit = useSubmitOnce(formData !== undefined, key);
  const getField = (field: string): string | null => {
    const value = formData?.get(field);
    return typeof value === 'string' ? value : null;
  };
  return { onSubmit, action: getField('do'), of: getField };
}
