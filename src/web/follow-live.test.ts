import { expect, test, vi } from 'vitest';
import { openLivePage } from '../../tests/live-page.ts';
import { followLive } from './follow-live.ts';
import type { TabEvent } from './live.ts';

const isAboutOwn = (event: TabEvent) => event.kind === 'group' && event.groupId === 'own';
const openPage = () => openLivePage((load) => followLive(isAboutOwn, load, { delay: 1_000 }), 10_000);

test('a page loads again for what it shows, and while there is no connection', () => {
  const { load, tell } = openPage();
  tell({ kind: 'group', groupId: 'other' });
  expect(load).not.toHaveBeenCalled();
  tell({ kind: 'group', groupId: 'own' });
  tell({ kind: 'poll' });
  expect(load).toHaveBeenCalledTimes(2);
});

test('an event waits for others, and all of them cause one load', () => {
  const { load, tell } = openLivePage((onLoad) => followLive(isAboutOwn, onLoad, { delay: 1_000 }), 0);
  tell({ kind: 'group', groupId: 'own' });
  vi.advanceTimersByTime(900);
  tell({ kind: 'group', groupId: 'own' });
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(load).toHaveBeenCalledTimes(1);
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
