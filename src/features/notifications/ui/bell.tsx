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

/** A figure that grows waits so long before it shows, in milliseconds. */
const INCREASE_DELAY_MS = 1_500;

/**
 * The bell of the top bar: how many notifications are unread, and the way to them. Without JavaScript it is a link to a
 * plain page. @param props.unread as the page's data says; what the live connection tells later counts more
 */
export function Bell({ unread: initialUnread }: { unread: number }) {
  const [unread, setUnread] = useState(initialUnread);
  const [lastInitialUnread, setLastInitialUnread] = useState(initialUnread);
  if (lastInitialUnread !== initialUnread) {
    setLastInitialUnread(initialUnread);
    setUnread(initialUnread);
  }
  const [announcement, setAnnouncement] = useState('');
  // Whether what was done in the panel is answered: until then its own figure is ahead of what is told.
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
    // Without news in between, the same words would not be read aloud a second time.
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
  // The line may have been faster than this code.
  useEffect(() => {
    const count = lastUnread();
    if (count !== null) updateUnreadNow(count);
  }, []);
  useLiveEvents((event) => {
    if (event.kind !== 'notification' && event.kind !== 'reconnected' && event.kind !== 'poll') return;
    // The panel has a better answer when it is at work: a list brings its own figure.
    setReloadKey(reloadKey + 1);
    // What an open chat reads at once does not ring first.
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

  // An open panel would hide what has the focus behind it.
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

/** The panel's code, fetched when a hand comes near: most pages never need it. @param onFailed it was pressed for, and did not come */
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
