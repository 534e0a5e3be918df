import { Note } from '../../../web/kit/note.tsx';
import type { PaymentActionResult, ToastMessage } from '../schema.ts';
import { toErrorMessage, texts } from '../texts.ts';

type ResultNoteProps = {
  answer: PaymentActionResult | undefined;
  /** Message after the return from a checkout. */
  returnMessage: ToastMessage | null;
};

/** The content of a toast as an inline note, for use without JavaScript. */
export function ResultNote({ answer, returnMessage }: ResultNoteProps) {
  const message: ToastMessage | null = answer ? (answer.ok ? texts.done[answer.action] : toErrorMessage(answer.code)) : returnMessage;
  if (!message) return null;
  return (
    <noscript>
      <Note variant={message.kind ?? 'good'} title={message.title}>
        <p>{message.text}</p>
      </Note>
    </noscript>
  );
}
