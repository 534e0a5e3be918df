import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { lastUnread } from '../../../web/live.ts';
import { texts } from '../texts.ts';
import { fetchUnreadCount } from './notifications-api.ts';
import { useLiveEvents } from './use-live-events.ts';

/** Delay before a higher count is shown, in milliseconds. */
const INCREASE_DELAY_MS = 1_500;

/**
 * The number of unread notifications, from the page data, live events and the panel, and what screen readers are told about it.
 * @param initialUnread count from the page data; later live events override it
 */
export function useUnreadCount(initialUnread: number) {
  const [unread, setUnread] = useState(initialUnread);
  const [lastInitialUnread, setLastInitialUnread] = useState(initialUnread);
  if (lastInitialUnread !== initialUnread) {
    setLastInitialUnread(initialUnread);
    setUnread(initialUnread);
  }
  const [announcement, setAnnouncement] = useState('');
  // Whether the server has answered all actions in the panel: until then the panel's count is newer than that of live events.
  const isSettled = useRef(true);
  const [reloadKey, setReloadKey] = useState(0);

  const updateUnread = (count: number) => {
    if (!isSettled.current) return;
    // Clear the live region in between: screen readers do not repeat unchanged text.
    setAnnouncement(count > unread ? texts.arrived(count) : '');
    setUnread(count);
  };
  const updateFromPanel = (count: number, settled: boolean) => {
    isSettled.current = settled;
    if (count < unread) setAnnouncement('');
    setUnread(count);
  };
  const increaseTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const updateUnreadNow = useEffectEvent(updateUnread);
  useEffect(() => () => clearTimeout(increaseTimer.current), []);
  // An event may have arrived before this component was mounted.
  useEffect(() => {
    const count = lastUnread();
    if (count !== null) updateUnreadNow(count);
  }, []);
  useLiveEvents((event) => {
    if (event.kind !== 'notification' && event.kind !== 'reconnected' && event.kind !== 'poll') return;
    // Reload an open panel: a loaded list also updates the count.
    setReloadKey(reloadKey + 1);
    // Wait before a higher count is shown: an open chat may mark the message as read immediately.
    clearTimeout(increaseTimer.current);
    if (event.kind === 'notification' && event.unread > unread)
      increaseTimer.current = setTimeout(() => updateUnreadNow(event.unread), INCREASE_DELAY_MS);
    else if (event.kind === 'notification') updateUnread(event.unread);
    else void fetchUnreadCount().then((count) => count !== null && updateUnread(count));
  });

  return { unread, announcement, reloadKey, updateFromPanel };
}
