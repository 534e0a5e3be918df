/**
 * Words and controls that cannot be read or pressed as they are: they stick out of the window or of their button, are cut off by a box
 * around them, leave the bar at the top, or lie under something else. What can be scrolled to and what is shortened on purpose (with an
 * ellipsis) is fine. Runs in the page, so it uses nothing outside of itself.
 */
export function findCutWords(): string[] {
  const faults = new Set<string>();
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  const ignored = '.visually-hidden, [inert], [aria-hidden="true"], svg, .contact-trap, .skip';
  /** Whether only screen readers get it, by itself or with a box around it. */
  const isForReadersOnly = (element: Element): boolean => {
    for (let up: Element | null = element; up; up = up.parentElement) if (getComputedStyle(up).clipPath === 'inset(50%)') return true;
    return false;
  };
  const CONTROLS = 'a, button, input:not([type=hidden]), select, textarea, summary';

  /** The box of an element's own words; null if it has none. */
  const wordsOf = (element: Element): DOMRect | null => {
    const rects = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
      .map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
      })
      .filter(({ width }) => width > 0);
    if (rects.length === 0) return null;
    const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))];
    const [right, bottom] = [Math.max(...rects.map((rect) => rect.right)), Math.max(...rects.map((rect) => rect.bottom))];
    return new DOMRect(left, top, right - left, bottom - top);
  };

  /** What cuts a box off: nothing, or the first element around it that hides what leaves it. */
  const findCut = (element: Element, box: DOMRect): 'can be scrolled to' | 'is shortened' | Element | null => {
    for (let up: Element | null = element; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/auto|scroll/.test(style.overflowX)) return 'can be scrolled to';
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return 'is shortened';
      if (!/hidden|clip/.test(style.overflowX)) continue;
      const edge = up.getBoundingClientRect();
      if (box.right > edge.right + 1.5 || box.left < edge.left - 1.5 || box.bottom > edge.bottom + 2.5) return up;
    }
    return null;
  };

  window.scrollTo(0, 0);
  for (const element of document.body.querySelectorAll('*')) {
    const words = wordsOf(element);
    const isControl = element.matches(CONTROLS);
    if ((words === null && !isControl) || element.closest(ignored)) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const frame = element.getBoundingClientRect();
    const box = words ?? frame;
    if (frame.width === 0) continue;
    if (isForReadersOnly(element)) continue;
    const cut = findCut(element, box);
    if (cut instanceof Element) faults.add(`is cut off by ${nameOf(cut)}: ${nameOf(element)}`);
    if (cut === null && (Math.max(box.right, frame.right) > window.innerWidth + 1 || Math.min(box.left, frame.left) < -1))
      faults.add(`sticks out of the window: ${nameOf(element)}`);
    if (words !== null && element.matches('.btn') && (words.right > frame.right + 1 || words.left < frame.left - 1))
      faults.add(`words leave their button: ${nameOf(element)}`);
    const bar = isControl ? element.closest('header')?.getBoundingClientRect() : undefined;
    if (bar && (frame.top < bar.top - 1 || frame.bottom > bar.bottom + 1)) faults.add(`leaves the bar: ${nameOf(element)}`);
  }
  for (const heading of document.querySelectorAll('h1')) {
    const words = wordsOf(heading);
    if (words === null || isForReadersOnly(heading) || words.top < 0 || words.bottom > window.innerHeight) continue;
    for (const share of [0.05, 0.5, 0.95]) {
      const hit = document.elementFromPoint(words.left + words.width * share, words.top + Math.min(words.height / 2, 20));
      // A message that comes and goes may lie over it.
      if (hit && !hit.closest('.toast, .visually-hidden') && !heading.contains(hit) && !hit.contains(heading))
        faults.add(`lies under ${nameOf(hit)}: ${nameOf(heading)}`);
    }
  }
  return [...faults];
}
