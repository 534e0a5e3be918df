import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataSaver } from '../../../web/use-saver.ts';

/** The carousel turns this often, in milliseconds (spec 1, section 9). */
const TURN_MS = 2500;

/**
 * Turns a rail of tiles by itself where it is one (narrow screens): not with reduced motion, not where data is saved,
 * not once somebody touched it or pressed Pause, not while it is out of sight. `at` is the tile in view.
 */
export function useTurning(count: number) {
  const rail = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [turning, setTurning] = useState(false);
  const saves = useDataSaver();

  useEffect(() => {
    setTurning(!saves && !matchMedia('(prefers-reduced-motion: reduce)').matches);
  }, [saves]);

  const show = useCallback((index: number) => {
    const list = rail.current;
    const tile = list?.children[index];
    if (!list || !(tile instanceof HTMLElement)) return;
    const left = tile.offsetLeft - list.offsetLeft - (list.clientWidth - tile.offsetWidth) / 2;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    list.scrollTo({ left, behavior: still ? 'auto' : 'smooth' });
  }, []);

  useEffect(() => {
    const list = rail.current;
    if (!list || !turning) return;
    let seen = false;
    const watch = new IntersectionObserver((entries) => {
      seen = entries.at(-1)?.isIntersecting ?? false;
    });
    watch.observe(list);
    const timer = setInterval(() => {
      const isRail = list.scrollWidth > list.clientWidth;
      if (!isRail || !seen || document.hidden || document.body.classList.contains('playing')) return;
      show((current(list) + 1) % count);
    }, TURN_MS);
    const stop = () => setTurning(false);
    list.addEventListener('pointerdown', stop);
    list.addEventListener('focusin', stop);
    return () => {
      watch.disconnect();
      clearInterval(timer);
      list.removeEventListener('pointerdown', stop);
      list.removeEventListener('focusin', stop);
    };
  }, [turning, count, show]);

  const onScroll = () => {
    if (rail.current) setAt(current(rail.current));
  };
  return { rail, at, turning, setTurning, onScroll };
}

/** Which tile stands nearest to the middle. */
function current(list: HTMLElement): number {
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
