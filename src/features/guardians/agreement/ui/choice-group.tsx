import type { ReactNode } from 'react';
import { Icon } from '../../../../web/kit/icon.tsx';

type ChoiceGroupProps = {
  id: string;
  name: string;
  /** The id of the heading that asks. */
  labelledBy: string;
  options: readonly { value: string; label: string; hint: string; children?: ReactNode }[];
  /** Null: nothing is chosen yet. */
  initial: string | null;
  error: string | null;
};

/** Radio buttons of which each says what follows from it. What belongs to one alone, such as a sum, stands in its box. */
export function ChoiceGroup({ id, name, labelledBy, options, initial, error }: ChoiceGroupProps) {
  return (
    <div
      id={id}
      className="choices explained"
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <FieldError id={`${id}-error`} error={error} />
      {options.map(({ value, label, hint, children }) => (
        <div key={value} className="choice-box">
          <label className="choice">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === initial}
              aria-labelledby={`${id}-${value}`}
              aria-describedby={`${id}-${value}-hint`}
            />
            <b id={`${id}-${value}`}>{label}</b>
            <span id={`${id}-${value}-hint`}>{hint}</span>
          </label>
          {children}
        </div>
      ))}
    </div>
  );
}

/** The error of a field, which screen readers announce when it appears. */
export function FieldError({ id, error }: { id: string; error: string | null }) {
  return (
    <div aria-live="polite">
      {error && (
        <p id={id} className="field-error">
          <Icon icon="circle-exclamation-point" size="small" />
          {error}
        </p>
      )}
    </div>
  );
}
