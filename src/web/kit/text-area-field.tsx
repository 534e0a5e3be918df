import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type TextAreaFieldProps = {
  name: string;
  label: string;
  hint: string;
  /** What is wrong with it now. */
  error: string | null;
  maxLength: number;
  /** What was typed when it came back. */
  defaultValue?: string;
  required?: boolean;
  onInput: () => void;
  /** Between the hint and the lines to fill in. */
  children?: ReactNode;
};

/** A few lines to fill in: label and hint above, what is wrong below. */
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
          <p id={`${id}-fault`} className="field-fault">
            <Icon icon={CircleAlert} size="small" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
