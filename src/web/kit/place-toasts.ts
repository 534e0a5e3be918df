/** Where toasts may stand (toast.css), the best place first. */
const PLACES = ['end', 'start', 'top'] as const;

/** What they never cover: open panels, and what is marked besides, such as the field for a message; then headings. */
const KEPT_CLEAR = ['h1, h2, [data-keep-clear]', '[data-keep-clear]'];

/**
 * Puts the toasts where they cover nothing that has to be seen. Beside an open panel there may be no place without a heading: then they
 * cover that.
 */
export function placeToasts(toasts: HTMLElement | null): void {
  if (!toasts?.firstElementChild) return;
  for (const selector of KEPT_CLEAR) {
    // The toasts themselves hide nothing from the search.
    toasts.style.visibility = 'hidden';
    const taken = [...document.querySelectorAll(selector)].map(findVisibleBox);
    toasts.style.visibility = '';
    for (const place of PLACES) {
      toasts.dataset.place = place;
      const own = toasts.getBoundingClientRect();
      if (!taken.some((box) => box && box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top)) return;
    }
  }
  toasts.dataset.place = PLACES[0];
}

/** Where an element is on the screen; of a heading its words, not all of its line. Null if something else is over it. */
function findVisibleBox(element: Element): DOMRect | null {
  const words = document.createRange();
  words.selectNodeContents(element);
  const box = (element.matches('h1, h2') ? words : element).getBoundingClientRect();
  const seen = document.elementFromPoint((box.left + box.right) / 2, (Math.max(0, box.top) + Math.min(window.innerHeight, box.bottom)) / 2);
  return element.contains(seen) ? box : null;
}
