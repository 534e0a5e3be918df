import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { PasswordField } from '../../../web/kit/field.tsx';
import { getPasswordStrength, type PasswordOwner, type PasswordStrength } from '../passwords/rules.ts';
import { PASSWORD_MAX } from '../schema.ts';
import { texts } from '../texts.ts';
import './new-password-field.css';

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'name' | 'show' | 'hide' | 'hint'>;

/** Filled bars of the meter. */
const BARS: Record<PasswordStrength, number> = { short: 0, 'own-name': 1, weak: 1, fair: 2, strong: 3 };
const BAR_COUNT = 3;

/** The field for a password that is being chosen. While one types, it says how strong the password is. */
export function NewPasswordField(field: NewPasswordFieldProps) {
  const container = useRef<HTMLDivElement>(null);
  const [strength, setStrength] = useState<PasswordStrength | null>(null);
  const rate = () => {
    const input = container.current?.querySelector('input');
    if (!input) return;
    setStrength(input.value === '' ? null : getPasswordStrength(input.value, readOwner(input.form)));
  };
  // What was typed before hydration.
  const initialRate = useRef(rate);
  useEffect(() => initialRate.current(), []);
  return (
    <div ref={container} className="new-password" onInput={rate}>
      <PasswordField
        {...field}
        name="password"
        show={texts.signIn.show}
        hide={texts.signIn.hide}
        hint={texts.signUp.passwordHint}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        required
      />
      {/* Always there, so that screen readers announce what appears in it; it changes only with the strength, not with every letter. */}
      <div role="status" className="needs-js">
        {strength !== null && !field.error && (
          <p className={`password-strength ${strength}`}>
            <span className="password-bars" aria-hidden="true">
              {Array.from({ length: BAR_COUNT }, (_, index) => (
                <span key={index} className={index < BARS[strength] ? 'on' : ''} />
              ))}
            </span>
            {texts.strength[strength]}
          </p>
        )}
      </div>
    </div>
  );
}

/** The name and address in the same form, if it has such fields. */
function readOwner(form: HTMLFormElement | null): PasswordOwner {
  const read = (name: string) => form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '';
  return { username: read('username'), displayName: read('displayName'), email: read('email') };
}
