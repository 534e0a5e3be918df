import { useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';

/** Nearer than this to an end counts as being there, in pixels. */
const BOTTOM_THRESHOLD_PX = 60;
const TOP_THRESHOLD_PX = 240;

/** `useLayoutEffect`, where there is a layout. */
const useIsomorphicLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect;

/**
 * Keeps the place in a list that is read from its end. The list lies in a scroller that runs from below
 * (`column-reverse`): it begins at the end without a script, and what is added on top moves nothing. What is added at the
 * end is shown when the reader is there, else the reader keeps the place and learns that there is something.
 * @param lastKey key of the last item
 * @param isOwnMessage the last item was just written by the reader, who wants to see it
 * @param onNearTop the reader is near the beginning
 */
export function useAnchoredScroll(lastKey: string | undefined, isOwnMessage: boolean, onNearTop: () => void) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const previous = useRef({ last: lastKey, height: 0 });
  const [hasUnseen, setHasUnseen] = useState(false);
  const hydrated = useHydrated();

  useIsomorphicLayoutEffect(() => {
    const height = list.current?.offsetHeight ?? 0;
    const growth = height - previous.current.height;
    const isNew = lastKey !== previous.current.last;
    previous.current = { last: lastKey, height };
    const at = scroller.current;
    if (!isNew || !at) return;
    if (isOwnMessage) at.scrollTop = 0;
    else if (at.scrollTop < -BOTTOM_THRESHOLD_PX) {
      at.scrollTop -= growth;
      setHasUnseen(true);
    }
  });

  const onScroll = () => {
    const at = scroller.current;
    if (!at || !hydrated) return;
    if (at.scrollTop >= -BOTTOM_THRESHOLD_PX) setHasUnseen(false);
    // In a scroller that runs from below the end is 0 and the beginning is negative.
    if (at.scrollHeight + at.scrollTop - at.clientHeight < TOP_THRESHOLD_PX) onNearTop();
  };
  const scrollToEnd = () => {
    if (scroller.current) scroller.current.scrollTop = 0;
    setHasUnseen(false);
  };
  return { scroller, list, hasNews: hasUnseen, onScroll, toEnd: scrollToEnd };
}
