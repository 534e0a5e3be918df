import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { TabEvent } from '../../../web/live.ts';
import { followGroups } from './use-group-reload.ts';

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  page.hidden = false;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
});

function openPage() {
  const load = vi.fn<() => void>();
  onTestFinished(followGroups((event) => event.kind === 'group' && event.groupId === 'own', load));
  const tell = (event: TabEvent) => {
    window.dispatchEvent(new CustomEvent<TabEvent>('kiddo:live', { detail: event }));
    vi.advanceTimersByTime(10_000);
  };
  const setHidden = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(10_000);
  };
  return { load, tell, setHidden };
}

test('a page loads again for its own group, and while there is no connection', () => {
  const { load, tell } = openPage();
  tell({ kind: 'group', groupId: 'other' });
  expect(load).not.toHaveBeenCalled();
  tell({ kind: 'group', groupId: 'own' });
  tell({ kind: 'poll' });
  expect(load).toHaveBeenCalledTimes(2);
});

test('what a hidden page missed it loads when it is shown, once', () => {
  for (const event of [{ kind: 'group', groupId: 'own' }, { kind: 'reconnected' }] as const) {
    const { load, tell, setHidden } = openPage();
    setHidden(true);
    tell(event);
    expect(load).not.toHaveBeenCalled();
    setHidden(false);
    expect(load).toHaveBeenCalledTimes(1);
    setHidden(true);
    setHidden(false);
    expect(load).toHaveBeenCalledTimes(1);
  }
});
