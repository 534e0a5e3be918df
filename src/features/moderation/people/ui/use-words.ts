import { useEffect, useRef, useState } from 'react';
import { cleanNote } from '../../rules.ts';
import { cleanWhy, needsWhy, WHY_MAX } from '../rules.ts';
import type { PersonAction, PersonAnswer } from '../schema.ts';
import { presets, texts } from '../texts.ts';

type Faults = { why: string | null; note: string | null };
const NONE: Faults = { why: null, note: null };

/**
 * The two texts of the form: what is wrong with them by the server or before they are sent, and what was typed when they
 * came back.
 */
export function useWords(answer: PersonAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState(() => faultsOf(answer));
  const [seen, setSeen] = useState(answer);
  if (seen !== answer) {
    setSeen(answer);
    setFaults(faultsOf(answer));
  }
  const field = (name: keyof Faults) => form.current?.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`);
  const focusFirst = (wrong: Faults) => {
    if (wrong.why !== null) field('why')?.focus();
    else if (wrong.note !== null) field('note')?.focus();
  };

  useEffect(() => {
    if (answer?.ok) form.current?.reset();
    const wrong = faultsOf(answer);
    const name = wrong.why !== null ? 'why' : wrong.note !== null ? 'note' : null;
    if (name) form.current?.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`)?.focus();
  }, [answer]);

  const check = (action: PersonAction): boolean => {
    const wrong = {
      why: needsWhy(action) && cleanWhy(field('why')?.value ?? '') === null ? texts.whyNeeded : null,
      note: cleanNote(field('note')?.value ?? '') === null ? texts.noteNeeded : null,
    };
    setFaults(wrong);
    focusFirst(wrong);
    return wrong.why === null && wrong.note === null;
  };

  /** Begins with a sentence; what somebody wrote themselves stays, and it comes after that. */
  const begin = (sentence: string): void => {
    const why = field('why');
    if (!why) return;
    const now = why.value.trim();
    const isOwn = now !== '' && !presets.some(({ text }) => text === now);
    const both = `${now} ${sentence}`;
    if (!isOwn) why.value = sentence;
    else if (!now.includes(sentence) && both.length <= WHY_MAX) why.value = both;
    setFaults((before) => ({ ...before, why: null }));
    why.focus();
  };

  return {
    form,
    faults,
    typed: answer && !answer.ok ? { why: answer.why, note: answer.note } : { why: '', note: '' },
    check,
    begin,
    why: () => cleanWhy(field('why')?.value ?? '') ?? '',
    onInput: (name: keyof Faults) => setFaults((before) => ({ ...before, [name]: null })),
  };
}

/** The server says one sentence, about the field that by the same rules is not all right. */
function faultsOf(answer: PersonAnswer | undefined): Faults {
  if (!answer || answer.ok || answer.code !== 'bad-input') return NONE;
  return cleanNote(answer.note) === null ? { ...NONE, note: answer.fault } : { ...NONE, why: answer.fault };
}
