import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Icon } from '../../../../web/kit/icon.tsx';

type WordsFieldProps = {
  name: string;
  label: string;
  hint: string;
  /** What is wrong with it now. */
  fault: string | null;
  maxLength: number;
  /** What was typed when it came back. */
  typed?: string;
  required?: boolean;
  onInput: () => void;
  /** Between the hint and the lines to fill in. */
  children?: ReactNode;
};

/** A few lines to fill in: label and hint above, what is wrong below. */
export function WordsField({ name, label, hint, fault, maxLength, typed = '', required = false, onInput, children }: WordsFieldProps) {
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
        defaultValue={typed}
        aria-invalid={fault !== null || undefined}
        aria-describedby={fault === null ? `${id}-hint` : `${id}-hint ${id}-fault`}
        onInput={onInput}
      />
      <div aria-live="polite">
        {fault !== null && (
          <p id={`${id}-fault`} className="field-fault">
            <Icon icon={CircleAlert} size="small" />
            {fault}
          </p>
        )}
      </div>
    </div>
  );
}
