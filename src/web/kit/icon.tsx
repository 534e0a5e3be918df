import type { LucideIcon } from 'lucide-react';

type IconProps = { icon: LucideIcon; size?: 'small' | 'large'; filled?: boolean; className?: string };

/** An icon next to text. It has no text alternative: its meaning is always written next to it too. */
export function Icon({ icon: LucideComponent, size, filled = false, className = '' }: IconProps) {
  const classes = ['icon', size, filled && 'filled', className].filter(Boolean).join(' ');
  return <LucideComponent className={classes} strokeWidth={2.5} aria-hidden="true" />;
}
