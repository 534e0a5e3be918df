import { useId } from 'react';
import { Icon } from './icon.tsx';

type Option = { value: string; label: string };
type SelectProps = {
  name: string;
  label: string;
  options: Option[];
  value: string;
  onChange: (value: string) => void;
};

type SelectFieldProps = Pick<SelectProps, 'name' | 'label' | 'options'> & {
  /** The first option, which chooses nothing. */
  placeholder: string;
  defaultValue: string;
  /** The current error. */
  error: string | null;
  onChange?: () => void;
  autoComplete?: string;
};

/** A labelled select of a form that is submitted, in which nothing is chosen at first; its error is below. */
export function SelectField({ name, label, options, placeholder, defaultValue, error, onChange, autoComplete }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="select"
        name={name}
        defaultValue={defaultValue}
        required
        autoComplete={autoComplete}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={onChange}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="field-error">
            <Icon icon="circle-exclamation-point" size="small" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** A labelled select. It is the native control, because phones know best how to show it. */
export function Select({ name, label, options, value, onChange }: SelectProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select className="select" name={name} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
