import { useEffect, useRef, useState } from 'react';
import type { TextCheck } from '../../check/schema.ts';

/** How long nothing is typed before the preview is asked for, in milliseconds. */
const PAUSE_MS = 700;
const TIMEOUT_MS = 15_000;

/**
 * The preview of a form while somebody types: the server makes it, so that the browser needs no parser.
 * @param check the last one that came with the page
 * @returns `onInput` for the form; `isStale`: the last one could not be made
 */
export function useLivePreview(
  url: string,
  check: TextCheck,
): { check: TextCheck; isStale: boolean; onInput(form: HTMLFormElement): void } {
  const [typed, setTyped] = useState<{ from: TextCheck; check: TextCheck } | null>(null);
  const [isStale, setStale] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const request = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      request.current?.abort();
    },
    [check],
  );
  const load = async (form: HTMLFormElement) => {
    request.current?.abort();
    const mine = new AbortController();
    request.current = mine;
    const late = setTimeout(() => mine.abort(), TIMEOUT_MS);
    const next = await fetchCheck(url, new FormData(form), mine.signal);
    clearTimeout(late);
    // A later one is under way, or a new answer came with the page.
    if (request.current !== mine) return;
    setStale(next === null);
    if (next !== null) setTyped({ from: check, check: next });
  };
  return {
    // What came with the page after it is newer.
    check: typed?.from === check ? typed.check : check,
    isStale,
    onInput(form) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void load(form), PAUSE_MS);
    },
  };
}

/** Null if there is no answer that can be shown: the page says so, and has a button. */
async function fetchCheck(url: string, body: FormData, signal: AbortSignal): Promise<TextCheck | null> {
  try {
    const response = await fetch(url, { method: 'POST', headers: { accept: 'application/json' }, body, signal });
    return response.ok ? ((await response.json()) as TextCheck) : null;
  } catch {
    return null;
  }
}
