import { useEffect, useState } from 'react';
import { readStorage, writeStorage } from '../../../web/storage.ts';
import { useViewerId } from '../../../web/viewer-id.ts';
import { EDITOR_FIELDS, type EditorValues } from '../editor.rules.ts';

/** What is chosen, kept in this tab until it is saved: a reload, or a look at the catalog, loses nothing. */
export function useEditorValues(saved: EditorValues): {
  values: EditorValues;
  isChanged: boolean;
  change: (change: Partial<EditorValues>) => void;
  reset: () => void;
} {
  const savedText = JSON.stringify(saved);
  const owner = `${useViewerId()}:`;
  const [values, setValues] = useState<EditorValues | null>(null);
  // After hydration, because the server does not know what is stored here.
  useEffect(() => setValues(readDraft(savedText, owner)), [savedText, owner]);
  const shown = values ?? saved;
  const apply = (next: EditorValues | null) => {
    setValues(next);
    writeStorage('avatarDraft', next === null ? null : JSON.stringify({ saved: savedText, values: next }), owner);
  };
  return {
    values: shown,
    isChanged: EDITOR_FIELDS.some((field) => shown[field] !== saved[field]),
    change: (change) => apply({ ...shown, ...change }),
    reset: () => apply(null),
  };
}

/** The stored draft, if it began from what is saved now. */
function readDraft(savedText: string, owner: string): EditorValues | null {
  const text = readStorage('avatarDraft', owner);
  if (text === null) return null;
  const draft: unknown = JSON.parse(text);
  if (isDraft(draft) && draft.saved === savedText) return draft.values;
  writeStorage('avatarDraft', null, owner);
  return null;
}

function isDraft(draft: unknown): draft is { saved: string; values: EditorValues } {
  if (typeof draft !== 'object' || draft === null || !('saved' in draft) || !('values' in draft)) return false;
  const { values } = draft;
  return (
    typeof values === 'object' &&
    values !== null &&
    EDITOR_FIELDS.every((field) => typeof Object.entries(values).find(([key]) => key === field)?.[1] === 'string')
  );
}
