import type { ReactNode } from 'react';
import { Note } from './note.tsx';
import type { Toast } from './toasts.tsx';

type ResultNoticeProps = {
  /** What a toast says; null if there is none. */
  toast?: Pick<Toast, 'title' | 'text' | 'kind'> | null;
  /** Null if there is no error, or a field or the toast shows it. */
  error?: { title: string; text: string } | null;
  /** Below the text of the toast. */
  children?: ReactNode;
};

/** The result of a form on its page: an error for everybody, and the toast's message for browsers without JavaScript. */
export function ResultNotice({ toast = null, error = null, children }: ResultNoticeProps) {
  return (
    <>
      {toast && (
        <noscript>
          <Note variant={toast.kind ?? 'good'} title={toast.title}>
            <p>{toast.text}</p>
            {children}
          </Note>
        </noscript>
      )}
      {error && (
        <div role="alert">
          <Note variant="bad" title={error.title}>
            <p>{error.text}</p>
          </Note>
        </div>
      )}
    </>
  );
}
