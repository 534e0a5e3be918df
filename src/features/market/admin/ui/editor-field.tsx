import { Checkbox, Field } from '../../../../web/kit/field.tsx';
import type { FieldState } from './save-form.tsx';
import './admin.css';

/** A field of the form for an item or a template. `row` is null in the form that adds one. */
export type EditorField<Row> =
  | {
      type: 'line';
      name: string;
      label: string;
      hint?: string;
      getValue(row: Row | null): string;
      maxLength: number;
      isRequired: boolean;
      inputMode?: 'numeric';
      autoCapitalize?: 'none';
    }
  /** Chosen when a row is added; then it stays, and `fixedHint` says why. */
  | {
      type: 'choice';
      name: string;
      label: string;
      options: readonly { value: string; label: string }[];
      getValue(row: Row): string;
      fixedHint: string;
    }
  | { type: 'checkboxes'; boxes: readonly { name: string; label: string; isChecked(row: Row | null): boolean }[] };

type EditorFieldProps<Row> = { field: EditorField<Row>; row: Row | null; state: FieldState };

/** Shows a field with what was typed, or else with the row's value. */
export function EditorFieldInput<Row>({ field, row, state: { valueOf, isChecked, errorOf } }: EditorFieldProps<Row>) {
  switch (field.type) {
    case 'line':
      return (
        <Field
          name={field.name}
          label={field.label}
          hint={field.hint}
          defaultValue={valueOf(field.name, field.getValue(row))}
          error={errorOf(field.name)}
          inputMode={field.inputMode}
          maxLength={field.maxLength}
          autoCapitalize={field.autoCapitalize}
          required={field.isRequired}
        />
      );
    case 'choice':
      return row === null ? (
        <label className="field">
          <span>{field.label}</span>
          <select className="select" name={field.name} defaultValue={valueOf(field.name, field.options[0]?.value ?? '')}>
            {field.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className="field-hint">
          {field.label}: <b>{field.options.find(({ value }) => value === field.getValue(row))?.label}</b>. {field.fixedHint}
        </p>
      );
    case 'checkboxes':
      return (
        <div className="operating-ticks">
          {field.boxes.map((box) => (
            <Checkbox
              key={box.name}
              name={box.name}
              value="yes"
              label={box.label}
              defaultChecked={isChecked(box.name, box.isChecked(row))}
            />
          ))}
        </div>
      );
  }
}
