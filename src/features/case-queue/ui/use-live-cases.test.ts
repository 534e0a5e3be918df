import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { TabEvent } from '../../../web/live.ts';
import { followCases } from './use-live-cases.ts';

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  page.hidden = false;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
});

function openList() {
  const load = vi.fn<() => void>();
  onTestFinished(followCases(load));
  return {
    load,
    tell: (kind: 'cases' | 'opened' | 'reconnected' | 'poll') => {
      window.dispatchEvent(new CustomEvent<TabEvent>('kiddo:live', { detail: { kind } }));
      vi.advanceTimersByTime(0);
    },
    setHidden: (hidden: boolean) => {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
      vi.advanceTimersByTime(0);
    },
  };
}

test('the list loads with each change, at most once in two seconds', () => {
  const { load, tell } = openList();
  for (const kind of ['opened', 'cases', 'poll'] as const) tell(kind);
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test('what a hidden tab missed, also while it had no connection, it loads when it is shown, once', () => {
  for (const kind of ['cases', 'reconnected'] as const) {
    const { load, tell, setHidden } = openList();
    setHidden(true);
    tell(kind);
    expect(load).not.toHaveBeenCalled();
    setHidden(false);
    expect(load).toHaveBeenCalledTimes(1);
    setHidden(true);
    setHidden(false);
    vi.advanceTimersByTime(10_000);
    expect(load).toHaveBeenCalledTimes(1);
  }
});

test('a shown tab leaves the load after a reconnect to its page', () => {
  const { load, tell, setHidden } = openList();
  tell('reconnected');
  setHidden(true);
  setHidden(false);
  vi.advanceTimersByTime(10_000);
  expect(load).not.toHaveBeenCalled();
});
