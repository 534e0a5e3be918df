import { useEffect, useRef } from 'react';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
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
  const shownForAdded = useRef<string>(null);
  const saved = result?.ok ? toSaveMessage(result) : null;
  useResultToast(result, saved);
  useEffect(() => {
    if (added === null || shownForAdded.current === added) return;
    shownForAdded.current = added;
    toast(texts.saved.added(added));
    // Removes the parameter, so that a reload does not show the message again.
    const here = new URL(window.location.href);
    here.searchParams.delete('added');
    window.history.replaceState(window.history.state, '', here);
  }, [added, toast]);
  return <ResultNotice toast={saved ?? (added === null ? null : texts.saved.added(added))} />;
}
