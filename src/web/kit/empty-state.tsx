import type { ReactNode } from 'react';
import { Kombi } from './kombi.tsx';

type EmptyStateProps = {
  title: string;
  text?: string;
  mood?: 'sleep' | 'oops' | 'happy';
  /** 1 when this is the whole content of the page, else 2 or 3; 'none' for text that is not a heading. */
  level?: 1 | 2 | 3 | 'none';
  children?: ReactNode;
};

/** Shown when there is nothing to show: Kombi, one line of text, at most one action. */
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

/** A grey placeholder of the size of the content to come. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span className={`skeleton ${className}`} aria-hidden="true" />;
}
