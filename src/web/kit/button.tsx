import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** How a button looks (button.css). A page places it with a class of its own. */
export type ButtonStyle = {
  /** 'on-bar' is for the top bar. */
  variant?: 'primary' | 'secondary' | 'plain' | 'soft' | 'night' | 'ghost' | 'danger' | 'danger-solid' | 'on-bar';
  /** 'xs' is for a button on the picture of a card. */
  size?: 'lg' | 'sm' | 'xs';
  /** Less room beside the label, for buttons side by side in a narrow row. */
  compact?: boolean;
  /** A long label wraps on wide screens too; on phones every label does. */
  multiline?: boolean;
  /** As wide as its container. */
  block?: boolean;
};

/** The class names of a button, for the few places where neither component fits. */
export function buttonClass({ variant = 'plain', size, compact, multiline, block }: ButtonStyle, extra = ''): string {
  return ['btn', variant, size, compact && 'compact', multiline && 'multiline', block && 'block', extra].filter(Boolean).join(' ');
}

/** A button. Use at most one 'primary' in a block. */
export function Button(props: ButtonStyle & ComponentProps<'button'>) {
  const { variant, size, compact, multiline, block, className, type = 'button', ...rest } = props;
  return <button type={type} className={buttonClass({ variant, size, compact, multiline, block }, className)} {...rest} />;
}

/** A link that looks like a button. */
export function LinkButton(props: ButtonStyle & ComponentProps<typeof Link>) {
  const { variant, size, compact, multiline, block, className, ...rest } = props;
  return <Link className={buttonClass({ variant, size, compact, multiline, block }, className)} {...rest} />;
}
