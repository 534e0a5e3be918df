import { Field, PasswordField } from '../../../web/kit/field.tsx';
import type { ProofKind } from '../../accounts/reauthentication/schema.ts';
import { texts } from '../texts.ts';

type ProofFieldProps = { proof: ProofKind; error: string | null; required?: boolean; onInput?: () => void };

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
