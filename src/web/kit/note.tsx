import type { ReactNode } from 'react';

type NoteProps = { variant?: 'plain' | 'good' | 'bad'; title?: string; children: ReactNode };

/** A few words in a box of the page. It cannot be pressed. */
export function Note({ variant = 'plain', title, children }: NoteProps) {
  return (
    <div className={`note ${variant}`}>
      {title && <b>{title}</b>}
      {children}
    </div>
  );
}
