import { expect, test, vi } from 'vitest';
import { openLivePage } from '../../../../tests/live-page.ts';
import { followCases } from './use-live-cases.ts';

const openList = () => openLivePage(followCases, 0);

test('the list loads with each change, at most once in two seconds', () => {
  const { load, tell } = openList();
  for (const kind of ['opened', 'cases', 'poll'] as const) tell({ kind });
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test('what a hidden tab missed, also while it had no connection, it loads when it is shown, once', () => {
  for (const kind of ['cases', 'reconnected'] as const) {
    const { load, tell, setHidden } = openList();
    setHidden(true);
    tell({ kind });
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
  tell({ kind: 'reconnected' });
  setHidden(true);
  setHidden(false);
  vi.advanceTimersByTime(10_000);
  expect(load).not.toHaveBeenCalled();
});
