import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Dispatched on the window when a panel has opened over the page: toasts make room (toasts.tsx). */
export const PANEL_OPENED_EVENT = 'kiddo-panel-opened';

/**
 * Closes an open panel on Escape, on a press outside of it, when the focus leaves it, and on a navigation.
 * @param panel the element around the panel and its button: what is pressed inside does not close it
 * @param close is called only while the panel is open. `isByKey`: by Escape, so the button gets the focus
 */
export function useDismiss(panel: RefObject<HTMLElement | null>, isOpen: () => boolean, close: (isByKey: boolean) => void): void {
  const closeIfOpen = useEffectEvent(() => isOpen() && close(false));
  const onEvent = useEffectEvent((event: Event) => {
    if (!isOpen()) return;
    if (event instanceof KeyboardEvent) {
      // Something inside, such as a list of search results, handles the first Escape.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close(true);
    } else if (event.target instanceof Node && !panel.current?.contains(event.target)) close(false);
  });
  useEffect(() => {
    const listener = (event: Event) => onEvent(event);
    const events = ['keydown', 'pointerdown', 'focusin'];
    for (const event of events) document.addEventListener(event, listener);
    return () => {
      for (const event of events) document.removeEventListener(event, listener);
    };
  }, []);

  // Hydration and replacing only the query of the current URL are no navigations: a panel that was opened meanwhile stays open.
  const location = useLocation();
  const navigationType = useNavigationType();
  const previous = useRef(location);
  useEffect(() => {
    const { key, pathname } = previous.current;
    previous.current = location;
    if (key !== location.key && !(navigationType === NavigationType.Replace && pathname === location.pathname)) closeIfOpen();
  }, [location, navigationType]);
}

/** {@link useDismiss} for a menu in a <details>, which opens without JavaScript too. */
export function useDismissDetails(details: RefObject<HTMLDetailsElement | null>): void {
  useDismiss(
    details,
    () => details.current?.open === true,
    (isByKey) => {
      if (isByKey) details.current?.querySelector('summary')?.focus();
      details.current?.removeAttribute('open');
    },
  );
  useEffect(() => {
    const menu = details.current;
    const onToggle = () => {
      if (menu?.open) window.dispatchEvent(new Event(PANEL_OPENED_EVENT));
    };
    menu?.addEventListener('toggle', onToggle);
    return () => menu?.removeEventListener('toggle', onToggle);
  }, [details]);
}
