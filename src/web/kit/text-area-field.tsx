import { useId, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type TextAreaFieldProps = {
  name: string;
  label: string;
  hint: string;
  /** The current error. */
  error: string | null;
  maxLength: number;
  /** What the user typed, when the form is shown again. */
  defaultValue?: string;
  required?: boolean;
  onInput: () => void;
  /** Shown between the hint and the text area. */
  children?: ReactNode;
};

/** A multi-line input: label and hint above, error below. */
export function TextAreaField({
  name,
  label,
  hint,
  error,
  maxLength,
  defaultValue = '',
  required = false,
  onInput,
  children,
}: TextAreaFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
      {children}
      <textarea
        id={id}
        className="input text-area"
        name={name}
        rows={3}
        dir="auto"
        required={required}
        maxLength={maxLength}
        defaultValue={defaultValue}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? `${id}-hint` : `${id}-hint ${id}-fault`}
        onInput={onInput}
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
