import type { ReactNode } from 'react';
import { Kombi } from './kombi.tsx';

type EmptyStateProps = {
  title: string;
  text?: string;
  mood?: 'sleep' | 'oops' | 'happy';
  /** 1 where this is all the page holds, else 2 or 3; 'none' for a line that is no heading. */
  level?: 1 | 2 | 3 | 'none';
  children?: ReactNode;
};

/** What stands where nothing is: Kombi, one line, at most one thing to do. */
export function EmptyState({ title, text, mood = 'sleep', level = 'none', children }: EmptyStateProps) {
  const Title = level === 'none' ? 'p' : (`h${level}` as const);
  return (
    <div className={level === 1 ? 'empty page' : 'empty'}>
      <Kombi mood={mood} />
      <Title className="title">{title}</Title>
      {text && <p>{text}</p>}
      {children && <div className="acts">{children}</div>}
    </div>
  );
}

/** A grey shape of the size of what is coming. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`skeleton ${className}`} aria-hidden="true" />;
}
