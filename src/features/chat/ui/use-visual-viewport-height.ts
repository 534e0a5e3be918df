import { useEffect } from 'react';

/**
 * Tells the styles how much of the window can be seen (`--seen-height`, `--seen-top`): a phone's keyboard lies over the
 * page, and the chat has to end above it.
 */
export function useVisualViewportHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const updateStyles = () => {
      // A page that is made larger with two fingers is not one with a keyboard.
      if (viewport.scale > 1.01) return;
      style.setProperty('--seen-height', `${viewport.height}px`);
      style.setProperty('--seen-top', `${viewport.offsetTop}px`);
    };
    updateStyles();
    viewport.addEventListener('resize', updateStyles);
    viewport.addEventListener('scroll', updateStyles);
    return () => {
      viewport.removeEventListener('resize', updateStyles);
      viewport.removeEventListener('scroll', updateStyles);
      style.removeProperty('--seen-height');
      style.removeProperty('--seen-top');
    };
  }, []);
}
