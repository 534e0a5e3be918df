import type { ReactNode } from 'react';

type NoteProps = { variant?: 'plain' | 'good' | 'bad'; title?: string; children: ReactNode };

/** A short message in a box on the page. It cannot be pressed. */
export function Note({ variant = 'plain', title, children }: NoteProps) {
  return (
    <div className={`note ${variant}`}>
      {title && <b>{title}</b>}
      {children}
    </div>
  );
}
