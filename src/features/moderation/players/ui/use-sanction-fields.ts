import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { parseExplanation, requiresExplanation, EXPLANATION_MAX } from '../rules.ts';
import type { PlayerAction, PlayerActionResult } from '../schema.ts';
import { presets, texts } from '../texts.ts';
import { parseNote } from '../../../audit-log/schema.ts';

type FieldErrors = Record<(typeof FIELDS)[number], string | null>;
const FIELDS = ['why', 'note', 'code', 'password'] as const;
const NO_ERRORS: FieldErrors = { why: null, note: null, code: null, password: null };

/** State of the form's fields: validation errors from the browser or the server, and the submitted values after an error. */
export function useSanctionFields(answer: PlayerActionResult | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const [fieldErrors, setFieldErrors] = useState(() => toFieldErrors(answer));
  const [lastAnswer, setLastAnswer] = useState(answer);
  if (lastAnswer !== answer) {
    setLastAnswer(answer);
    setFieldErrors(toFieldErrors(answer));
  }
  const field = (name: keyof FieldErrors) => form.current?.querySelector<HTMLTextAreaElement | HTMLInputElement>(`[name="${name}"]`);
  const focusFirst = (errors: FieldErrors) => {
    const first = FIELDS.find((name) => errors[name] !== null);
    if (first) field(first)?.focus();
  };
  const focusFirstError = useEffectEvent(focusFirst);

  useEffect(() => {
    if (answer?.ok) form.current?.reset();
    focusFirstError(toFieldErrors(answer));
  }, [answer]);

  const validate = (action: PlayerAction): boolean => {
    const errors = {
      ...NO_ERRORS,
      why: requiresExplanation(action) && parseExplanation(field('why')?.value ?? '') === null ? texts.whyRequired : null,
      note: parseNote(field('note')?.value ?? '') === null ? texts.noteRequired : null,
    };
    setFieldErrors(errors);
    focusFirst(errors);
    return errors.why === null && errors.note === null;
  };

  /** Inserts a preset explanation before the text that the moderator has already written. */
  const insertPreset = (sentence: string): void => {
    const why = field('why');
    if (!why) return;
    const current = why.value.trim();
    const isCustom = current !== '' && !presets.some(({ text }) => text === current);
    const combined = `${current} ${sentence}`;
    if (!isCustom) why.value = sentence;
    else if (!current.includes(sentence) && combined.length <= EXPLANATION_MAX) why.value = combined;
    setFieldErrors((before) => ({ ...before, why: null }));
    why.focus();
  };

  return {
    form,
    fieldErrors,
    submitted: answer && !answer.ok ? answer.values : {},
    validate,
    insertPreset,
    getExplanation: () => parseExplanation(field('why')?.value ?? '') ?? '',
    clearError: (name: keyof FieldErrors) => setFieldErrors((before) => ({ ...before, [name]: null })),
  };
}

function toFieldErrors(answer: PlayerActionResult | undefined): FieldErrors {
  return answer && !answer.ok ? { ...NO_ERRORS, ...answer.fieldErrors } : NO_ERRORS;
}
