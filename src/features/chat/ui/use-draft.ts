import { useEffect, useState } from 'react';
import { readStorage, writeStorage } from '../../../web/storage.ts';

/** What is being written to a friend. It is there again when the conversation is opened anew, for as long as the tab is open. */
export function useDraft(viewerId: string, friendId: string) {
  const [draft, setDraft] = useState('');
  const [isRestored, setRestored] = useState(false);
  const name = `${viewerId}:${friendId}`;
  useEffect(() => {
    const kept = readStorage('drafts', name) ?? '';
    if (kept !== '') setDraft((now) => (now === '' ? kept : now));
    setRestored(true);
  }, [name]);
  useEffect(() => {
    if (isRestored) writeStorage('drafts', draft === '' ? null : draft, name);
  }, [name, draft, isRestored]);
  return [draft, setDraft] as const;
}
