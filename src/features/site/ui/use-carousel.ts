import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataSaver } from '../../../web/use-data-saver.ts';

/** The carousel advances this often, in milliseconds (spec 1, section 9). */
const SLIDE_MS = 2500;

/**
 * Advances a rail of tiles automatically where it is a rail (narrow screens). Not with reduced motion or data saver, not after the user
 * touches it or presses Pause, and not while it is out of view. `at` is the index of the tile in view.
 */
export function useCarousel(count: number) {
  const rail = useRef<HTMLUListElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const [isAutoPlaying, setAutoPlaying] = useState(false);
  const isDataSaver = useDataSaver();

  useEffect(() => {
    setAutoPlaying(!isDataSaver && !matchMedia('(prefers-reduced-motion: reduce)').matches);
  }, [isDataSaver]);

  const scrollToTile = useCallback((index: number) => {
    const list = rail.current;
    const tile = list?.children[index];
    if (!list || !(tile instanceof HTMLElement)) return;
    const left = tile.offsetLeft - list.offsetLeft - (list.clientWidth - tile.offsetWidth) / 2;
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.scrollTo({ left, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
  }, []);

  useEffect(() => {
    const list = rail.current;
    if (!list || !isAutoPlaying) return;
    let isVisible = false;
    const observer = new IntersectionObserver((entries) => {
      isVisible = entries.at(-1)?.isIntersecting ?? false;
    });
    observer.observe(list);
    const timer = setInterval(() => {
      const isRail = list.scrollWidth > list.clientWidth;
      if (!isRail || !isVisible || document.hidden || document.body.classList.contains('playing')) return;
      scrollToTile((getCurrentIndex(list) + 1) % count);
    }, SLIDE_MS);
    const stopAutoPlay = () => setAutoPlaying(false);
    list.addEventListener('pointerdown', stopAutoPlay);
    list.addEventListener('focusin', stopAutoPlay);
    return () => {
      observer.disconnect();
      clearInterval(timer);
      list.removeEventListener('pointerdown', stopAutoPlay);
      list.removeEventListener('focusin', stopAutoPlay);
    };
  }, [isAutoPlaying, count, scrollToTile]);

  const onScroll = () => {
    if (rail.current) setCurrentIndex(getCurrentIndex(rail.current));
  };
  return { rail, at: currentIndex, turning: isAutoPlaying, setTurning: setAutoPlaying, onScroll };
}

/** The index of the tile nearest to the center. */
function getCurrentIndex(list: HTMLElement): number {
  const middle = list.scrollLeft + list.clientWidth / 2;
  const distance = (tile: Element) =>
    tile instanceof HTMLElement ? Math.abs(tile.offsetLeft - list.offsetLeft + tile.offsetWidth / 2 - middle) : Infinity;
  let best = 0;
  [...list.children].forEach((tile, index) => {
    const nearest = list.children[best];
    if (nearest && distance(tile) < distance(nearest)) best = index;
  });
  return best;
}
