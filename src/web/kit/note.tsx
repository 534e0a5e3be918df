import type { ReactNode } from 'react';

type NoteProps = { look?: 'plain' | 'good' | 'bad'; title?: string; children: ReactNode };

/** A few words in a box of the page. It cannot be pressed. */
export function Note({ look = 'plain', title, children }: NoteProps) {
  return (
    <div className={`note ${look}`}>
      {title && <b>{title}</b>}
      {children}
    </div>
  );
}
