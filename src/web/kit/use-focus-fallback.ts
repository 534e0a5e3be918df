import { useEffect, useRef } from 'react';

/**
 * What was pressed may be gone with what it led to, and the focus with it: then a place close by gets it, and one reads on
 * from there. That place has `tabIndex` -1.
 * @param result what it led to; nothing yet when undefined
 * @param rendered what may change only after the news came
 */
export function useFocusFallback<Place extends HTMLElement>(result: unknown, rendered?: unknown) {
  const ref = useRef<Place>(null);
  useEffect(() => {
    if (result !== undefined && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [result, rendered]);
  return { ref, tabIndex: -1 };
}
