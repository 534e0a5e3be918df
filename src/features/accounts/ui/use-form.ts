import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';
import { texts } from '../texts.ts';

type Faults = Record<string, string>;

/**
 * What is wrong in a form, by the names of its fields: what the server answered, and what the browser's own checks find
 * before anything is sent. They speak our words in place of the browser's bubbles; without JavaScript these are there.
 * The first field that is wrong gets the focus; a fault is gone as soon as its field is changed.
 */
export function useForm(name: string, answer: { form: string; faults: Faults } | undefined) {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const ofAnswer = (answer?.form === name && answer.faults) || {};
  const [faults, setFaults] = useState<Faults>(ofAnswer);
  const [seen, setSeen] = useState(answer);
  const [checks, setChecks] = useState(0);
  if (seen !== answer) {
    setSeen(answer);
    setFaults(ofAnswer);
  }

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer, checks]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const found = faultsIn(event.currentTarget);
    if (Object.keys(found).length === 0) return;
    event.preventDefault();
    setFaults(found);
    setChecks(checks + 1);
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !(target.name in faults)) return;
    setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => field !== target.name)));
  };
  return { faults, formProps: { ref: form, noValidate: hydrated, onSubmit, onInput } };
}

function faultsIn(form: HTMLFormElement): Faults {
  const found: Faults = {};
  for (const input of form.elements) {
    if (input instanceof HTMLInputElement && !input.validity.valid) found[input.name] = wordsFor(input.validity);
  }
  return found;
}

/** Only usernames have a pattern, and only passwords a least length. */
function wordsFor(validity: ValidityState): string {
  const { faults } = texts;
  if (validity.valueMissing) return faults.empty;
  if (validity.tooShort) return faults.password.short;
  if (validity.typeMismatch) return faults.email.form;
  if (validity.patternMismatch) return faults.username.characters;
  return faults.characters;
}
