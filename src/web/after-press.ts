/** How long after the pointer was lifted the click may still follow, in ms: on touchscreens it is an event of its own. */
const CLICK_DELAY_MS = 100;

/** What waits for the press in progress to end; null while no pointer is pressed. */
let waiting: Set<() => void> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const startPress = (event: PointerEvent) => {
  // A press on the page's scrollbar moves the page and clicks nothing; browsers do not report its end.
  if (event.clientX >= document.documentElement.clientWidth) return;
  clearTimeout(timer);
  waiting ??= new Set();
};

const endPress = () => {
  clearTimeout(timer);
  const callbacks = waiting ?? [];
  waiting = null;
  for (const callback of callbacks) callback();
};

const endPressSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(endPress, CLICK_DELAY_MS);
};

if (typeof document !== 'undefined') {
  const options = { capture: true, passive: true };
  document.addEventListener('pointerdown', startPress, options);
  document.addEventListener('pointerup', endPressSoon, options);
  // Not at once: the listeners of the click run first.
  document.addEventListener('click', () => waiting && setTimeout(endPress), options);
  // The finger scrolls, so no click follows.
  document.addEventListener('pointercancel', endPress, options);
}

/**
 * Runs a callback that moves what is on the page: at once, or, while a pointer is pressed, after its click. Otherwise what is under the
 * pointer could move away between press and release, and the browser would send the click to neither element.
 * @returns a function that cancels the callback if it has not run yet
 */
export function afterPress(callback: () => void): () => void {
  if (!waiting) {
    callback();
    return () => {};
  }
  waiting.add(callback);
  return () => waiting?.delete(callback);
}
