import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type FocusEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { lastUnread } from '../../../web/live.ts';
import { texts } from '../texts.ts';
import { fetchUnreadCount, NOTIFICATIONS_PAGE_URL } from './notifications-api.ts';
import type { BellPanel as Panel } from './bell-panel.tsx';
import { useLiveEvents } from './use-live-events.ts';

/** Delay before a higher count is shown, in milliseconds. */
const INCREASE_DELAY_MS = 1_500;

/**
 * The bell in the top bar: the number of unread notifications, and the panel with them. Without JavaScript it is a link to a plain page.
 * @param props.unread count from the page data; later live events override it
 */
export function Bell({ unread: initialUnread }: { unread: number }) {
  const [unread, setUnread] = useState(initialUnread);
  const [lastInitialUnread, setLastInitialUnread] = useState(initialUnread);
  if (lastInitialUnread !== initialUnread) {
    setLastInitialUnread(initialUnread);
    setUnread(initialUnread);
  }
  const [announcement, setAnnouncement] = useState('');
  // Whether the server has answered all actions in the panel: until then the panel's count is newer than that of live events.
  const isSettled = useRef(true);
  const [isOpen, setOpen] = useState(false);
  const [reloadKey, setReloadKey] = useState(0);
  const bell = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hydrated = useHydrated();
  const { Panel, warm: preload } = useLazyPanel(() => setOpen(false));
  const { key } = useLocation();

  useEffect(() => setOpen(false), [key]);

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

  const close = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      button.current?.focus();
      setOpen(false);
    } else if (event.target instanceof Node && !bell.current?.contains(event.target)) setOpen(false);
  });
  useEffect(() => {
    if (!isOpen) return;
    const onEvent = (event: Event) => close(event);
    document.addEventListener('keydown', onEvent);
    document.addEventListener('pointerdown', onEvent);
    return () => {
      document.removeEventListener('keydown', onEvent);
      document.removeEventListener('pointerdown', onEvent);
    };
  }, [isOpen]);

  // Close the panel when it loses the focus: an open panel would cover the focused element.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
  };

  const buttonProps = {
    className: 'icon-btn',
    'aria-label': texts.open(unread),
    title: texts.title,
    children: (
      <>
        <Icon icon={BellIcon} />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {texts.badge(unread)}
          </span>
        )}
      </>
    ),
  };
  return (
    <div ref={bell} className="bell" onBlur={onBlur}>
      {hydrated ? (
        <button
          ref={button}
          type="button"
          {...buttonProps}
          aria-expanded={isOpen}
          onPointerEnter={() => preload(false)}
          onFocus={() => preload(false)}
          onClick={() => {
            preload(true);
            setOpen(!isOpen);
          }}
        />
      ) : (
        <Link to={NOTIFICATIONS_PAGE_URL} {...buttonProps} />
      )}
      {Panel ? (
        <Panel isOpen={isOpen} reloadKey={reloadKey} onUnread={updateFromPanel} onNavigate={() => button.current?.focus()} />
      ) : (
        isOpen && <p className="bell-drop bell-wait">{texts.loading}</p>
      )}
      <p className="aloud" role="status">
        {announcement}
      </p>
    </div>
  );
}

/**
 * Loads the panel's code on demand, when the pointer or the focus reaches the bell: most pages never need it.
 * @param onFailed called if loading failed after a click
 */
function useLazyPanel(onFailed: () => void) {
  const toast = useToast();
  const [Component, setComponent] = useState<((props: ComponentProps<typeof Panel>) => ReturnType<typeof Panel>) | null>(null);
  const handleLoadFailure = () => {
    toast({ ...texts.failed, kind: 'bad' });
    onFailed();
  };
  const preload = (isPressed: boolean) => {
    import('./bell-panel.tsx').then(
      (module) => setComponent(() => module.BellPanel),
      () => isPressed && handleLoadFailure(),
    );
  };
  return { Panel: Component, warm: preload };
}
