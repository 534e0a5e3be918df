import type { ReactNode } from 'react';

/** A badge stuck onto something. It cannot be pressed. */
export function Badge({ variant, children }: { variant: 'premium' | 'new'; children: ReactNode }) {
  return <span className={`sticker ${variant}`}>{children}</span>;
}

/** A flat label about a game. It cannot be pressed. */
export function Tag({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <li className={`tag ${className}`}>{children}</li>;
}
