import { useEffect, useEffectEvent, useRef } from 'react';
import { GAME_OPEN_CLASS } from '../../../../web/game-open.ts';

/**
 * Makes an element a modal overlay: everything behind it is inert and does not scroll, and Escape calls onClose. It must be a child of
 * <body>.
 */
export function useOverlay(onClose: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const overlay = ref.current;
    if (!overlay) return;
    const background = [...document.body.children].filter(
      (element) => element !== overlay && !element.classList.contains('toasts') && element.tagName !== 'SCRIPT',
    );
    for (const element of background) element.setAttribute('inert', '');
    document.body.classList.add(GAME_OPEN_CLASS);
    overlay.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.fullscreenElement) close();
    };
    // For browsers without `inert`: focus that moves behind the overlay is brought back.
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && background.some((element) => element.contains(target))) overlay.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', onFocus);
    return () => {
      for (const element of background) element.removeAttribute('inert');
      document.body.classList.remove(GAME_OPEN_CLASS);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);

  return ref;
}
