import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?url';

type IconProps = { icon: IconName; size?: 'small' | 'large'; filled?: boolean; className?: string };

/**
 * An icon next to text. It has no text alternative: its meaning is always written next to it too. The drawing is in one file for all icons,
 * so that neither the page nor its script has it (docs/decisions/048-icons-in-one-file.md).
 */
export function Icon({ icon, size, filled = false, className = '' }: IconProps) {
  const classes = ['icon', size, filled && 'filled', className].filter(Boolean).join(' ');
  return (
    <svg className={classes} width="24" height="24" fill="none" stroke="currentColor" aria-hidden="true">
      <use href={`${sprite}#${icon}`} />
    </svg>
  );
}
