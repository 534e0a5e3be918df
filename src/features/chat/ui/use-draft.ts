import { useEffect, useState } from 'react';
import { readStorage, writeStorage } from '../../../web/storage.ts';

/** What is being written to a friend. It is there again when the conversation is opened anew, for as long as the tab is open. */
export function useDraft(viewerId: string, friendId: string) {
  const [draft, setDraft] = useState('');
  const [isRestored, setRestored] = useState(false);
  const key = `${viewerId}:${friendId}`;
  useEffect(() => {
    const stored = readStorage('drafts', key) ?? '';
    if (stored !== '') setDraft((now) => (now === '' ? stored : now));
    setRestored(true);
  }, [key]);
  useEffect(() => {
    if (isRestored) writeStorage('drafts', draft === '' ? null : draft, key);
  }, [key, draft, isRestored]);
  return [draft, setDraft] as const;
}
