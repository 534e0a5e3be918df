import { Bell as Drawing } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type FocusEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { lastUnread } from '../../../web/live.ts';
import { texts } from '../texts.ts';
import { askUnread, PAGE_ADDRESS } from './ask.ts';
import type { BellPanel as Panel } from './bell-panel.tsx';
import { useLive } from './use-live.ts';

/** A figure that grows waits so long before it shows, in milliseconds. */
const RISES_AFTER_MS = 1_500;

/**
 * The bell of the top bar: how many notifications are unread, and the way to them. Without JavaScript it is a link to a
 * plain page. @param props.unread as the page's data says; what the live connection tells later counts more
 */
export function Bell({ unread: given }: { unread: number }) {
  const [unread, setUnread] = useState(given);
  const [seen, setSeen] = useState(given);
  if (seen !== given) {
    setSeen(given);
    setUnread(given);
  }
  const [news, setNews] = useState('');
  // Whether what was done in the panel is answered: until then its own figure is ahead of what is told.
  const isSettled = useRef(true);
  const [isOpen, setOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const bell = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hydrated = useHydrated();
  const { Panel, warm } = usePanelCode(() => setOpen(false));
  const { key } = useLocation();

  useEffect(() => setOpen(false), [key]);

  const told = (count: number) => {
    if (!isSettled.current) return;
    // Without news in between, the same words would not be read aloud a second time.
    setNews(count > unread ? texts.arrived(count) : '');
    setUnread(count);
  };
  const done = (count: number, settled: boolean) => {
    isSettled.current = settled;
    if (count < unread) setNews('');
    setUnread(count);
  };
  const rising = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tellNow = useEffectEvent(told);
  useEffect(() => () => clearTimeout(rising.current), []);
  // The line may have been faster than this code.
  useEffect(() => {
    const count = lastUnread();
    if (count !== null) tellNow(count);
  }, []);
  useLive((heard) => {
    if (heard.kind !== 'notification' && heard.kind !== 'reconnected' && heard.kind !== 'poll') return;
    // The panel has a better answer when it is at work: a list brings its own figure.
    setTurn(turn + 1);
    // What an open chat reads at once does not ring first.
    clearTimeout(rising.current);
    if (heard.kind === 'notification' && heard.unread > unread) rising.current = setTimeout(() => tellNow(heard.unread), RISES_AFTER_MS);
    else if (heard.kind === 'notification') told(heard.unread);
    else void askUnread().then((count) => count !== null && told(count));
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

  const face = {
    className: 'icon-btn',
    'aria-label': texts.open(unread),
    title: texts.title,
    children: (
      <>
        <Icon icon={Drawing} />
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
          {...face}
          aria-expanded={isOpen}
          onPointerEnter={() => warm(false)}
          onFocus={() => warm(false)}
          onClick={() => {
            warm(true);
            setOpen(!isOpen);
          }}
        />
      ) : (
        <Link to={PAGE_ADDRESS} {...face} />
      )}
      {Panel ? (
        <Panel isOpen={isOpen} turn={turn} onUnread={done} onGo={() => button.current?.focus()} />
      ) : (
        isOpen && <p className="bell-drop bell-wait">{texts.loading}</p>
      )}
      <p className="aloud" role="status">
        {news}
      </p>
    </div>
  );
}

/** The panel's code, fetched when a hand comes near: most pages never need it. @param onMissing it was pressed for, and did not come */
function usePanelCode(onMissing: () => void) {
  const toast = useToast();
  const [code, setCode] = useState<((props: ComponentProps<typeof Panel>) => ReturnType<typeof Panel>) | null>(null);
  const missing = () => {
    toast({ ...texts.failed, kind: 'bad' });
    onMissing();
  };
  const warm = (isPressed: boolean) => {
    import('./bell-panel.tsx').then(
      (module) => setCode(() => module.BellPanel),
      () => isPressed && missing(),
    );
  };
  return { Panel: code, warm };
}
