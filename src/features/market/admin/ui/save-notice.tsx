import { useEffect, useRef } from 'react';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import type { SaveResult } from '../schema.ts';
import { toSaveMessage, texts } from '../texts.ts';

type SaveNoticeProps = {
  result: SaveResult | undefined;
  /** The name of the row that was just added. */
  added?: string | null;
};

/** Confirms once that something was saved, with and without JavaScript. */
export function SaveNotice({ result, added = null }: SaveNoticeProps) {
  const toast = useToast();
  const shownFor = useRef<SaveResult>(undefined);
  const shownForAdded = useRef<string>(null);
  useEffect(() => {
    if (!result?.ok || shownFor.current === result) return;
    shownFor.current = result;
    toast(toSaveMessage(result));
  }, [result, toast]);
  useEffect(() => {
    if (added === null || shownForAdded.current === added) return;
    shownForAdded.current = added;
    toast(texts.saved.added(added));
    // Removes the parameter, so that a reload does not show the message again.
    const here = new URL(window.location.href);
    here.searchParams.delete('added');
    window.history.replaceState(window.history.state, '', here);
  }, [added, toast]);
  const message = result?.ok ? toSaveMessage(result) : added === null ? null : texts.saved.added(added);
  if (message === null) return null;
  return (
    <noscript>
      <Note variant="good" title={message.title}>
        <p>{message.text}</p>
      </Note>
    </noscript>
  );
}
