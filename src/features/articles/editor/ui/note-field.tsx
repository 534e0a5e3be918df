import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { texts } from '../texts.ts';

/** Why a text is changed, for the log. A draft needs none. */
export function NoteField({ error, defaultValue, hint = texts.noteHint }: { error: string | null; defaultValue: string; hint?: string }) {
  return (
    <TextAreaField
      name="note"
      label={texts.note}
      hint={hint}
      maxLength={NOTE_MAX}
      error={error}
      defaultValue={defaultValue}
      onInput={() => {}}
    />
  );
}
