import { useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';

/** Nearer than this to an end counts as being there, in pixels. */
const END = 60;
const TOP = 240;

/** `useLayoutEffect`, where there is a layout. */
const useOnLayout = typeof window === 'undefined' ? () => {} : useLayoutEffect;

/**
 * Keeps the place in a list that is read from its end. The list lies in a scroller that runs from below
 * (`column-reverse`): it begins at the end without a script, and what is added on top moves nothing. What is added at the
 * end is shown when the reader is there, else the reader keeps the place and learns that there is something.
 * @param last key of the last item
 * @param isOwn the last item was just written by the reader, who wants to see it
 * @param onTop the reader is near the beginning
 */
export function useScroll(last: string | undefined, isOwn: boolean, onTop: () => void) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ last, height: 0 });
  const [hasNews, setNews] = useState(false);
  const hydrated = useHydrated();

  useOnLayout(() => {
    const height = list.current?.offsetHeight ?? 0;
    const grown = height - before.current.height;
    const isNew = last !== before.current.last;
    before.current = { last, height };
    const at = scroller.current;
    if (!isNew || !at) return;
    if (isOwn) at.scrollTop = 0;
    else if (at.scrollTop < -END) {
      at.scrollTop -= grown;
      setNews(true);
    }
  });

  const onScroll = () => {
    const at = scroller.current;
    if (!at || !hydrated) return;
    if (at.scrollTop >= -END) setNews(false);
    // In a scroller that runs from below the end is 0 and the beginning is negative.
    if (at.scrollHeight + at.scrollTop - at.clientHeight < TOP) onTop();
  };
  const toEnd = () => {
    if (scroller.current) scroller.current.scrollTop = 0;
    setNews(false);
  };
  return { scroller, list, hasNews, onScroll, toEnd };
}
