import { Field, PasswordField } from '../../../web/kit/field.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import type { GameEditView } from '../schema.ts';
import { texts } from '../texts.ts';

/** The reason, for the audit log. */
export function NoteField({ error, defaultValue }: { error: string | null; defaultValue: string }) {
  return (
    <TextAreaField
      name="note"
      label={texts.note}
      hint={texts.noteHint}
      maxLength={NOTE_MAX}
      defaultValue={defaultValue}
      error={error}
      required
      onInput={() => {}}
    />
  );
}

const words = texts.proof;

/** By what the operator proves who they are. */
export function ProofField({ proof, error }: { proof: GameEditView['proof']; error: string | null }) {
  return proof === 'code' ? (
    <Field
      name="code"
      label={words.code}
      hint={words.codeHint}
      error={error}
      autoComplete="one-time-code"
      inputMode="text"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  ) : (
    <PasswordField
      name="password"
      label={words.password}
      hint={words.passwordHint}
      error={error}
      show={words.show}
      hide={words.hide}
      autoComplete="current-password"
      required
    />
  );
}
