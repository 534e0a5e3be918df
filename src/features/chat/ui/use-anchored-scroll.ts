import { useLayoutEffect, useRef, useState } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';

/** Within this distance of an end, the scroller counts as being at that end, in pixels. */
const BOTTOM_THRESHOLD_PX = 60;
const TOP_THRESHOLD_PX = 240;

/** `useLayoutEffect` in the browser; does nothing on the server. */
const useIsomorphicLayoutEffect = typeof window === 'undefined' ? () => {} : useLayoutEffect;

/**
 * Keeps the scroll position in a list that starts at its end. The scroller uses `column-reverse`: it starts at the end even without
 * JavaScript, and adding items on top does not move the content. If the reader is at the end, it scrolls to new items; otherwise the
 * position stays and the hook returns that there are unseen items.
 * @param lastKey key of the last item
 * @param isOwnMessage the reader just wrote the last item and wants to see it
 * @param onNearTop called when the reader gets near the beginning
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
    // With `column-reverse` the scroll position is 0 at the end and negative towards the beginning.
    if (at.scrollHeight + at.scrollTop - at.clientHeight < TOP_THRESHOLD_PX) onNearTop();
  };
  const scrollToEnd = () => {
    if (scroller.current) scroller.current.scrollTop = 0;
    setHasUnseen(false);
  };
  return { scroller, list, hasNews: hasUnseen, onScroll, toEnd: scrollToEnd };
}
