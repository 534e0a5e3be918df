import { Note } from '../../../web/kit/note.tsx';
import type { AvatarResult } from '../schema.ts';
import { getSuccessToast, getErrorToast } from '../texts.ts';

/** Shows the text of the toast for browsers without JavaScript. */
export function ResultNotice({ answer }: { answer: AvatarResult | undefined }) {
  if (!answer) return null;
  const { title, text } = answer.ok ? getSuccessToast(answer.action) : getErrorToast(answer.action, answer.code);
  return (
    <noscript>
      <Note variant={answer.ok ? 'good' : 'bad'} title={title}>
        <p>{text}</p>
      </Note>
    </noscript>
  );
}
