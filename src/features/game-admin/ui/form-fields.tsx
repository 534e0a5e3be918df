import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { NOTE_MAX } from '../../audit-log/schema.ts';
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
