import { useEffect, useRef, useState } from 'react';
import { parseNote } from '../../audit-log/schema.ts';
import type { ModerationResult } from '../schema.ts';
import { texts } from '../texts.ts';

/** State of the note field: validation errors from the browser or the server, and the submitted value after an error. */
export function useNoteField(answer: ModerationResult | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const answerError = answer && !answer.ok ? (answer.fieldErrors.note ?? null) : null;
  const [error, setError] = useState(answerError);
  const [lastAnswer, setLastAnswer] = useState(answer);
  if (lastAnswer !== answer) {
    setLastAnswer(answer);
    setError(answerError);
  }
  const field = () => form.current?.querySelector('textarea');

  useEffect(() => {
    if (answer?.ok) form.current?.reset();
    else if (answer?.fieldErrors.note !== undefined) field()?.focus();
  }, [answer]);

  const validate = () => {
    const isInvalid = parseNote(field()?.value ?? '') === null;
    setError(isInvalid ? texts.noteRequired : null);
    if (isInvalid) field()?.focus();
    return !isInvalid;
  };
  const submittedNote = answer && !answer.ok ? (answer.values.note ?? '') : '';
  return { form, error, submittedNote, validate, clearError: () => setError(null) };
}
