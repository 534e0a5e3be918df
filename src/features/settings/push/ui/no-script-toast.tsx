import type { PushForm } from '../../../push/schema.ts';
import { Note } from '../../../../web/kit/note.tsx';
import type { SettingsResult } from '../../schema.ts';

/** The toast's text in the page, for browsers without JavaScript. */
export function NoScriptToast({ form, answer }: { form: PushForm; answer: SettingsResult | undefined }) {
  if (answer?.action !== form || !answer.toast) return null;
  return (
    <noscript>
      <Note variant={answer.toast.kind} title={answer.toast.title}>
        <p>{answer.toast.text}</p>
      </Note>
    </noscript>
  );
}
