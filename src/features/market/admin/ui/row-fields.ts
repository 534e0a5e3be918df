import { NAME_MAX } from '../schema.ts';
import { texts } from '../texts.ts';
import type { EditorField } from './editor-field.tsx';

/** Digits of the highest number that a field accepts. */
export const NUMBER_LENGTH_MAX = 7;

/** The fields that items and templates have in common. */
export const nameField: EditorField<{ name: string }> = {
  type: 'line',
  name: 'name',
  label: texts.name,
  getValue: (row) => row?.name ?? '',
  maxLength: NAME_MAX,
  isRequired: true,
};
export const positionField: EditorField<{ position: number }> = {
  type: 'line',
  name: 'position',
  label: texts.position,
  hint: texts.positionHint,
  getValue: (row) => (row === null ? '' : String(row.position)),
  inputMode: 'numeric',
  maxLength: NUMBER_LENGTH_MAX,
  isRequired: false,
};
