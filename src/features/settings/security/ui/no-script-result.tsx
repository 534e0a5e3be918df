import { Note } from '../../../../web/kit/note.tsx';
import type { SecurityResult, SecurityForm } from '../schema.ts';

/** The toast's text in the page, for browsers without JavaScript. */
export function NoScriptResult({ form, answer }: { form: SecurityForm; answer: SecurityResult | undefined }) {
  if (answer?.action !== form || !answer.toast) return null;
  return (
    <noscript>
      <Note variant={answer.toast.kind} title={answer.toast.title}>
        <p>{answer.toast.text}</p>
      </Note>
    </noscript>
  );
}
