import type { LucideIcon } from 'lucide-react';

type IconProps = { icon: LucideIcon; size?: 'small' | 'large'; filled?: boolean; className?: string };

/** A line drawing beside a word. It says nothing by itself: whatever it stands for is also written. */
export function Icon({ icon: LucideComponent, size, filled = false, className = '' }: IconProps) {
  const classes = ['icon', size, filled && 'filled', className].filter(Boolean).join(' ');
  return <LucideComponent className={classes} strokeWidth={2.5} aria-hidden="true" />;
}
