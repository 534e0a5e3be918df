import { Note } from '../../../web/kit/note.tsx';
import type { AvatarResult } from '../schema.ts';
import { getSuccessToast, getErrorToast } from '../texts.ts';

/** What a toast tells, for who has no script. */
export function ResultNotice({ answer }: { answer: AvatarResult | undefined }) {
  if (!answer) return null;
  const { title, text } = answer.ok ? getSuccessToast(answer.action) : getErrorToast(answer.action, answer.errorCode);
  return (
    <noscript>
      <Note variant={answer.ok ? 'good' : 'bad'} title={title}>
        <p>{text}</p>
      </Note>
    </noscript>
  );
}
