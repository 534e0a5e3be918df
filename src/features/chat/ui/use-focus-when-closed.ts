import { useEffect, useRef, type RefObject } from 'react';

/**
 * When what had the focus goes, because the player cannot write any more, the reason gets it.
 * @returns the ref of the element that says the reason; it must be able to take the focus
 */
export function useFocusWhenClosed(isClosed: boolean): RefObject<HTMLParagraphElement | null> {
  const reason = useRef<HTMLParagraphElement>(null);
  const wasClosed = useRef(isClosed);
  useEffect(() => {
    if (isClosed && !wasClosed.current && document.activeElement === document.body) reason.current?.focus({ preventScroll: true });
    wasClosed.current = isClosed;
  }, [isClosed]);
  return reason;
}
