import { Note } from '../../../web/kit/note.tsx';
import type { AvatarAnswer } from '../schema.ts';
import { doneWords, failedWords } from '../texts.ts';

/** What a toast tells, for who has no script. */
export function Answered({ answer }: { answer: AvatarAnswer | undefined }) {
  if (!answer) return null;
  const { title, text } = answer.ok ? doneWords(answer.did) : failedWords(answer.asked, answer.fault);
  return (
    <noscript>
      <Note variant={answer.ok ? 'good' : 'bad'} title={title}>
        <p>{text}</p>
      </Note>
    </noscript>
  );
}
