import { Field } from '../../../web/kit/field.tsx';
import { texts } from '../texts.ts';

/** A code of the second step: from an authenticator app, or a backup code, which has letters. */
export function CodeField({ error }: { error: string | undefined }) {
  return (
    <Field
      name="code"
      label={texts.code.code}
      hint={texts.code.hint}
      error={error}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      required
    />
  );
}
