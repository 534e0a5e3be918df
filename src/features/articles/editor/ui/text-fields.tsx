import { useId, type ReactNode } from 'react';
import { Field } from '../../../../web/kit/field.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { SelectField } from '../../../../web/kit/select.tsx';
import { CLOTHS } from '../../schema.ts';
import type { TextField } from '../../check/schema.ts';
import { BODY_MAX, FIELD_MAX, FIELDS_OF_KIND, type EditorView } from '../schema.ts';
import { texts } from '../texts.ts';

type TextFieldsProps = {
  view: EditorView;
  /** What the fields begin with. */
  values: Partial<Record<string, string>>;
  errors: Partial<Record<string, string>>;
};

/** The fields of a text, as its kind has them. */
export function TextFieldset({ view, values, errors }: TextFieldsProps) {
  const shown = FIELDS_OF_KIND[view.kind].filter((field) => view.fields[field] !== undefined);
  return (
    <div className="text-fields">
      {shown.map((field) => (
        <div key={field} className={`text-field-${field}`}>
          <OneField field={field} view={view} value={values[field] ?? ''} error={errors[field] ?? null} />
        </div>
      ))}
    </div>
  );
}

type OneFieldProps = { field: TextField; view: EditorView; value: string; error: string | null };

function OneField({ field, view, value, error }: OneFieldProps): ReactNode {
  const { kind, slug, options } = view;
  const label = texts.fields[field];
  const choose = (choices: { value: string; label: string }[], chosen: string) => (
    <SelectField name={field} label={label} options={choices} placeholder={texts.choose} defaultValue={chosen} error={error} />
  );
  const hint = texts.hints[field];
  const common = { name: field, label, error, defaultValue: value, autoComplete: 'off', ...(hint !== undefined && { hint }) };
  switch (field) {
    case 'body':
      return <LongField field="body" value={value} error={error} rows={16} maxLength={BODY_MAX} />;
    case 'description':
    case 'emptyText':
      return <LongField field={field} value={value} error={error} rows={2} maxLength={FIELD_MAX} />;
    case 'topic':
      return choose(options.topics, value);
    case 'popular':
      return choose(
        [
          { value: 'no', label: texts.yesNo.no },
          { value: 'yes', label: texts.yesNo.yes },
        ],
        value === '' ? 'no' : value,
      );
    case 'cloth':
      return choose(
        CLOTHS.map((each) => ({ value: each, label: texts.cloths[each] })),
        value,
      );
    case 'image':
      return choose(options.images, value);
    case 'cover': {
      const own = `${kind}/${slug}`;
      const covers = view.hasOwnPicture ? [{ value: own, label: texts.ownPicture }, ...options.covers] : options.covers;
      return choose(covers, value === '' && view.hasOwnPicture ? own : value);
    }
    case 'date':
      return <Field type="date" {...common} />;
    case 'place':
      return <Field inputMode="numeric" maxLength={2} {...common} />;
    case 'category':
      return (
        <>
          <Field maxLength={FIELD_MAX} list="text-categories" {...common} />
          <datalist id="text-categories">
            {options.categories.map((category) => (
              <option key={category} value={category}>
                {category}
              </option>
            ))}
          </datalist>
        </>
      );
    default:
      return <Field maxLength={FIELD_MAX} {...common} />;
  }
}

type LongFieldProps = Pick<OneFieldProps, 'field' | 'value' | 'error'> & { rows: number; maxLength: number };

/** A field with several lines. It grows with its text, where the browser can do that. */
function LongField({ field, value, error, rows, maxLength }: LongFieldProps) {
  const id = useId();
  const hint = texts.hints[field];
  const describedBy = [hint !== undefined && `${id}-hint`, error !== null && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{texts.fields[field]}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        className={`input text-area text-long ${field === 'body' ? 'text-body' : ''}`}
        name={field}
        rows={rows}
        maxLength={maxLength}
        defaultValue={value}
        aria-invalid={error !== null || undefined}
        aria-describedby={describedBy || undefined}
      />
      <div aria-live="polite">
        {error !== null && (
          <p id={`${id}-fault`} className="field-error">
            <Icon icon="circle-exclamation-point" size="small" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
