import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type FieldProps = {
  name: string;
  label: string;
  /** Help for filling it in. It is above the input, so that a phone's keyboard does not cover it. */
  hint?: string;
  /** The current error. */
  error?: string | null;
  /** A control inside the input, at its right end. */
  end?: ReactNode;
} & Omit<ComponentProps<'input'>, 'name' | 'id'>;

/** A single-line input: label above, error below. Screen readers announce the error when it appears. */
export function Field({ label, hint, error, end, className = '', ...input }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <div className={end ? 'field-line with-end' : 'field-line'}>
        <input
          id={id}
          className={`input ${className}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          {...input}
        />
        {end}
      </div>
      <div aria-live="polite">
        {error && (
          <p id={`${id}-fault`} className="field-error">
            <Icon icon="circle-exclamation-point" size="small" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

type PasswordFieldProps = Omit<FieldProps, 'end' | 'type'> & { show: string; hide: string };

/** A password input. The value is hidden until the player shows it. @param props.show label of the button that shows it */
export function PasswordField({ show, hide, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className="icon-btn needs-js"
          aria-label={isShown ? hide : show}
          title={isShown ? hide : show}
          onClick={() => setShown(!isShown)}
        >
          <Icon icon={isShown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  );
}

/** A checkbox. Its label can be pressed too. */
export function Checkbox({ label, ...input }: { name: string; label: string } & Omit<ComponentProps<'input'>, 'name' | 'type'>) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      {label}
    </label>
  );
}
