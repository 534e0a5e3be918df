import { useEffect } from 'react';

/**
 * Tells the styles how much of the window can be seen (`--seen-height`, `--seen-top`): a phone's keyboard lies over the
 * page, and the chat has to end above it.
 */
export function useSeenHeight(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const { style } = document.documentElement;
    const tell = () => {
      // A page that is made larger with two fingers is not one with a keyboard.
      if (seen.scale > 1.01) return;
      style.setProperty('--seen-height', `${seen.height}px`);
      style.setProperty('--seen-top', `${seen.offsetTop}px`);
    };
    tell();
    seen.addEventListener('resize', tell);
    seen.addEventListener('scroll', tell);
    return () => {
      seen.removeEventListener('resize', tell);
      seen.removeEventListener('scroll', tell);
      style.removeProperty('--seen-height');
      style.removeProperty('--seen-top');
    };
  }, []);
}
