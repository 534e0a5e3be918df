import { Note } from '../../../web/kit/note.tsx';
import { closedTexts } from '../notices.texts.ts';
import type { ClosableFeature, ClosedNotice } from '../schema.ts';

type ClosedNoteProps = {
  feature: Exclude<ClosableFeature, 'chat'>;
  notice: ClosedNotice;
  /** In place of our own sentences, on a page in another language. */
  words?: { title: string; text: string };
};

/** Says on a page that something is switched off for everybody, and what the operator says about it. */
export function ClosedNote({ feature, notice: { message }, words = closedTexts[feature] }: ClosedNoteProps) {
  return (
    <div role="status">
      <Note title={words.title}>
        <p>{words.text}</p>
        {message !== '' && <p dir="auto">{message}</p>}
      </Note>
    </div>
  );
}
