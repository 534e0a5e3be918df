import type { ComponentProps } from 'react';
import { Link } from 'react-router';

export type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'plain' | 'soft' | 'night' | 'ghost' | 'danger' | 'danger-solid';
  size?: 'lg' | 'sm';
  block?: boolean;
};

/** The class names of a button, for the few places where neither component fits. */
export function buttonClass({ variant = 'plain', size, block = false }: ButtonStyle, extra = ''): string {
  return ['btn', variant, size, block && 'block', extra].filter(Boolean).join(' ');
}

/** A button. Use at most one 'primary' in a block. */
export function Button({ variant, size, block, className, type = 'button', ...rest }: ButtonStyle & ComponentProps<'button'>) {
  return <button type={type} className={buttonClass({ variant, size, block }, className)} {...rest} />;
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, block, className, ...rest }: ButtonStyle & ComponentProps<typeof Link>) {
  return <Link className={buttonClass({ variant, size, block }, className)} {...rest} />;
}
