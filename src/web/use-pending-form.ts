import { useEffect, useRef, type FormEvent } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * One press is one deed: a form is not sent again while it is on its way. Two presses may come before the page is drawn anew, and an
 * answer too: then the page is never drawn as busy, and only the answer tells that the next press counts.
 * @param answer changes with each answer. @returns for the form's `onSubmit`
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
 * The same for the forms of a page (`<Form>`), of which one is sent at a time. `deed` is what is on its way (`do`), `of` another field
 * of it.
 */
export function usePendingForm() {
  const { formData } = useNavigation();
  // Each answer makes the page a place of its own in the history, also one that says what was wrong.
  const { key } = useLocation();
  const onSubmit = useSubmitOnce(formData !== undefined, key);
  const getField = (field: string): string | null => {
    const value = formData?.get(field);
    return typeof value === 'string' ? value : null;
  };
  return { onSubmit, action: getField('do'), of: getField };
}
