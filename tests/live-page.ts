import { onTestFinished, vi } from 'vitest';
import type { TabEvent } from '../src/web/live.ts';

/**
 * A page that follows live events, without a browser: fake timers, and a document that can be hidden. Ends with the test.
 * @param follow what is tested; returns stop
 * @param wait milliseconds that pass after each event
 */
export function openLivePage(follow: (load: () => void) => () => void, wait: number) {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
  const load = vi.fn<() => void>();
  onTestFinished(follow(load));
  return {
    load,
    tell: (event: TabEvent) => {
      window.dispatchEvent(new CustomEvent<TabEvent>('kiddo:live', { detail: event }));
      vi.advanceTimersByTime(wait);
    },
    setHidden: (hidden: boolean) => {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
      vi.advanceTimersByTime(wait);
    },
  };
}
