import { useEffect, useRef } from 'react';

/**
 * Moves the focus when a result removes the pressed element, and the focus with it: an element close by receives it, so that keyboard users
 * continue from there. That element has `tabIndex` -1.
 * @param result the result of the press; undefined means none yet
 * @param rendered a value that may change only after the result arrived
 */
export function useFocusFallback<Place extends HTMLElement>(result: unknown, rendered?: unknown) {
  const ref = useRef<Place>(null);
  useEffect(() => {
    if (result !== undefined && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [result, rendered]);
  return { ref, tabIndex: -1 };
}
