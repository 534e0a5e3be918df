import type { ComponentProps } from 'react';
import { Link } from 'react-router';

export type ButtonLook = {
  look?: 'primary' | 'secondary' | 'plain' | 'soft' | 'night' | 'ghost' | 'danger' | 'danger-solid';
  size?: 'lg' | 'sm';
  block?: boolean;
};

/** The class names of a button, for the few places where neither component fits. */
export function buttonClass({ look = 'plain', size, block = false }: ButtonLook, extra = ''): string {
  return ['btn', look, size, block && 'block', extra].filter(Boolean).join(' ');
}

/** Something to press. At most one 'primary' in a block. */
export function Button({ look, size, block, className, type = 'button', ...rest }: ButtonLook & ComponentProps<'button'>) {
  return <button type={type} className={buttonClass({ look, size, block }, className)} {...rest} />;
}

/** A link that looks like a button. */
export function LinkButton({ look, size, block, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link className={buttonClass({ look, size, block }, className)} {...rest} />;
}
