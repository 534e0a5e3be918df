import { Note } from '../../../web/kit/note.tsx';
import type { PayAnswer, Told } from '../showing/schema.ts';
import { failedWords, texts } from '../showing/texts.ts';

type AnsweredProps = {
  answer: PayAnswer | undefined;
  /** What is told to who comes back from paying. */
  back: Told | null;
};

/** What a toast tells, for who has no script. */
export function Answered({ answer, back }: AnsweredProps) {
  const told: Told | null = answer ? (answer.ok ? texts.done[answer.did] : failedWords(answer.code)) : back;
  if (!told) return null;
  return (
    <noscript>
      <Note variant={told.kind ?? 'good'} title={told.title}>
        <p>{told.text}</p>
      </Note>
    </noscript>
  );
}
