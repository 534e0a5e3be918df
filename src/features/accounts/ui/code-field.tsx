import { Field } from '../../../web/kit/field.tsx';

/** A code of the second step: from an authenticator app, or a backup code, which has letters. */
export function CodeField(texts: { label: string; hint: string; error: string | undefined }) {
  return (
    <Field
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      required
      {...texts}
    />
  );
}
