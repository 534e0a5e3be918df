import { Note } from '../../../web/kit/note.tsx';
import type { PaymentActionResult, ToastMessage } from '../billing-view/schema.ts';
import { toErrorMessage, texts } from '../billing-view/texts.ts';

type ResultNoteProps = {
  answer: PaymentActionResult | undefined;
  /** What is told to who comes back from paying. */
  returnMessage: ToastMessage | null;
};

/** What a toast tells, for who has no script. */
export function ResultNote({ answer, returnMessage }: ResultNoteProps) {
  const message: ToastMessage | null = answer ? (answer.ok ? texts.done[answer.did] : toErrorMessage(answer.code)) : returnMessage;
  if (!message) return null;
  return (
    <noscript>
      <Note variant={message.kind ?? 'good'} title={message.title}>
        <p>{message.text}</p>
      </Note>
    </noscript>
  );
}
