import { useRef, useState, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useDismiss } from '../../../web/kit/use-dismiss.ts';
import { texts } from '../texts.ts';
import { NOTIFICATIONS_PAGE_URL } from './notifications-api.ts';
import type { BellPanel as Panel } from './bell-panel.tsx';
import { useUnreadCount } from './use-unread-count.ts';

/**
 * The bell in the top bar: the number of unread notifications, and the panel with them. Without JavaScript it is a link to a plain page.
 * @param props.unread count from the page data; later live events override it
 */
export function Bell({ unread: initialUnread }: { unread: number }) {
  const { unread, announcement, reloadKey, updateFromPanel } = useUnreadCount(initialUnread);
  const [isOpen, setOpen] = useState(false);
  const bell = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hydrated = useHydrated();
  const { Panel, preload } = useLazyPanel(() => setOpen(false));

  useDismiss(
    bell,
    () => isOpen,
    (isByKey) => {
      if (isByKey) button.current?.focus();
      setOpen(false);
    },
  );

  return (
    <div ref={bell} className="bell">
      {hydrated ? (
        <button
          ref={button}
          type="button"
          {...toButtonProps(unread)}
          aria-expanded={isOpen}
          onPointerEnter={() => preload(false)}
          onFocus={() => preload(false)}
          onClick={() => {
            preload(true);
            setOpen(!isOpen);
          }}
        />
      ) : (
        <Link to={NOTIFICATIONS_PAGE_URL} {...toButtonProps(unread)} />
      )}
      {Panel ? (
        <Panel isOpen={isOpen} reloadKey={reloadKey} onUnread={updateFromPanel} onNavigate={() => button.current?.focus()} />
      ) : (
        isOpen && <p className="bell-drop bell-wait">{texts.loading}</p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

/** What the button and the link have in common. */
function toButtonProps(unread: number) {
  return {
    className: 'icon-btn',
    'aria-label': texts.open(unread),
    title: texts.title,
    children: (
      <>
        <Icon icon="bell" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {texts.badge(unread)}
          </span>
        )}
      </>
    ),
  };
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
  return { Panel: Component, preload };
}
