import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { texts } from '../texts.ts';

/** Why a text is changed, for the log. A draft needs none. */
export function NoteField({ error, defaultValue }: { error: string | null; defaultValue: string }) {
  return (
    <TextAreaField
      name="note"
      label={texts.note}
      hint={texts.noteHint}
      maxLength={NOTE_MAX}
      error={error}
      defaultValue={defaultValue}
      onInput={() => {}}
    />
  );
}
