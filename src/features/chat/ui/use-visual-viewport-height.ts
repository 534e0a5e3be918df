import { useEffect } from 'react';

/**
 * Provides the visible part of the window to the styles (`--seen-height`, `--seen-top`): a phone's on-screen keyboard overlays the page,
 * and the chat has to end above it.
 */
export function useVisualViewportHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const { style } = document.documentElement;
    const updateStyles = () => {
      // Ignore pinch zoom: the smaller viewport is not caused by a keyboard.
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
