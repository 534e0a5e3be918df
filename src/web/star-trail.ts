/** How many stars follow the pointer (spec 1, section 9). */
const STARS = 12;
const COLOURS = ['#FFC629', '#F4623A'];
const LIFE_MS = 600;
/** The pointer must move this far, in pixels, for the next star. */
const STEP = 18;

const SHAPE =
  '<svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true"><path fill="currentColor" d="m12 2 3 6.6 7.2.8-5.4 4.9 1.5 7.1L12 17.8l-6.3 3.6 1.5-7.1L1.800 9.400 9 8.600z"/></svg>';

/**
 * Shows a trail of stars behind the mouse, and not while a game runs. Only for fine pointers; never with reduced motion: the caller checks
 * both before it loads this module. Call it once, when the page is idle.
 */
export function startStarTrail(): void {
  const saveData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (saveData) return;
  const layer = document.createElement('div');
  layer.className = 'star-trail';
  layer.setAttribute('aria-hidden', 'true');
  const stars = Array.from({ length: STARS }, (_, index) => {
    const star = document.createElement('span');
    star.style.color = COLOURS[index % COLOURS.length] ?? '';
    star.innerHTML = SHAPE;
    layer.append(star);
    return star;
  });
  document.body.append(layer);
  let next = 0;
  let x = 0;
  let y = 0;
  document.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType !== 'mouse' || document.body.classList.contains('playing')) return;
      if (Math.hypot(event.clientX - x, event.clientY - y) < STEP) return;
      x = event.clientX;
      y = event.clientY;
      const star = stars[next++ % STARS];
      const from = `translate(${x - 8}px, ${y - 8}px)`;
      star?.animate(
        [
          { transform: `${from} scale(1)`, opacity: 0.9 },
          { transform: `${from} translateY(22px) rotate(90deg) scale(0.2)`, opacity: 0 },
        ],
        { duration: LIFE_MS, easing: 'ease-out' },
      );
    },
    { passive: true },
  );
}
