import { Field, PasswordField } from './field.tsx';
import { texts } from './proof-field.texts.ts';

type ProofFieldProps = { proof: 'code' | 'password'; error: string | null; required?: boolean; onInput?: () => void };

/** Asks somebody of the team to prove who they are before what is grave: the field `code`, or `password`. */
export function ProofField({ proof, ...input }: ProofFieldProps) {
  return proof === 'code' ? (
    <Field
      name="code"
      label={texts.code}
      hint={texts.codeHint}
      autoComplete="one-time-code"
      inputMode="text"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  ) : (
    <PasswordField
      name="password"
      label={texts.password}
      hint={texts.passwordHint}
      show={texts.show}
      hide={texts.hide}
      autoComplete="current-password"
      {...input}
    />
  );
}
