import { Note } from '../../../../web/kit/note.tsx';
import type { SecurityResult, SecurityForm } from '../schema.ts';

/** What a toast tells, for who has no script. */
export function NoScriptResult({ form, answer }: { form: SecurityForm; answer: SecurityResult | undefined }) {
  if (answer?.form !== form || !answer.toast) return null;
  return (
    <noscript>
      <Note variant={answer.toast.kind} title={answer.toast.title}>
        <p>{answer.toast.text}</p>
      </Note>
    </noscript>
  );
}
