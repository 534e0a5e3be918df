import { useEffect, useRef } from 'react';

/**
 * What was pressed may be gone with what it led to, and the focus with it: then a place close by gets it, and one reads on
 * from there. That place has `tabIndex` -1.
 * @param news what it led to; nothing yet when undefined
 * @param shown what may change only after the news came
 */
export function useKeptFocus<Place extends HTMLElement>(news: unknown, shown?: unknown) {
  const place = useRef<Place>(null);
  useEffect(() => {
    if (news !== undefined && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [news, shown]);
  return { ref: place, tabIndex: -1 };
}
