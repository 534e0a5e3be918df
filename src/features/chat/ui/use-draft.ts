import { useEffect, useState } from 'react';
import { readStorage, writeStorage } from '../../../web/storage.ts';

/** The draft of a message to a friend. It is restored when the conversation is opened again, until the tab is closed. */
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
