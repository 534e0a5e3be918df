import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { placeToasts } from './place-toasts.ts';
import { texts } from './texts.ts';
import { PANEL_OPENED_EVENT } from './use-dismiss.ts';

/**
 * How long a toast has to be seen before it leaves, in milliseconds; the first number is that of spec 2, section 9. An error is more to read,
 * and there is something to do about it.
 */
const SEEN_MS = { good: 5000, bad: 10_000 };
/** How often it is checked whether a toast is seen, in milliseconds. */
const SEEN_CHECK_MS = 250;
/** More toasts at once are noise: the oldest one closes. */
const SHOWN_MAX = 3;

export type Toast = {
  title: string;
  text: string;
  kind?: 'good' | 'bad';
  /** The name of a picture in public/stickers, without its extension. */
  sticker?: string;
  link?: { to: string; label: string };
  /** Stays until it is closed. */
  isPersistent?: boolean;
};

type ShownToast = Toast & { id: number };
/** Shows a toast. The returned function closes it, for messages that are no longer true. */
type ShowToast = (toast: Toast) => () => void;

const ToastContext = createContext<ShowToast>(() => () => {});

/** Returns the function that shows a toast. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

/**
 * Renders the toasts of the page; one instance, around everything. A 'good' toast goes when a panel opens; an error makes room for it and
 * stays until it was seen.
 */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast[]>([]);
  const last = useRef(0);
  const close = useCallback((id: number) => setShown((now) => now.filter((toast) => toast.id !== id)), []);
  const show = useCallback(
    (toast: Toast) => {
      const id = ++last.current;
      setShown((now) => [...now, { ...toast, id }].slice(-SHOWN_MAX));
      return () => close(id);
    },
    [close],
  );
  const stack = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onPanel = () => setShown((now) => now.filter((toast) => toast.kind === 'bad' || toast.isPersistent));
    window.addEventListener(PANEL_OPENED_EVENT, onPanel);
    return () => window.removeEventListener(PANEL_OPENED_EVENT, onPanel);
  }, []);
  useEffect(() => {
    if (shown.length === 0) return;
    // Its code came with the page: many toasts are about the network, and must not cover the field for a message while it is gone.
    placeToasts(stack.current);
  }, [shown]);
  return (
    <ToastContext value={show}>
      {children}
      <div ref={stack} className="toasts" role="region" aria-label={texts.news} aria-live="polite">
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { toast: ShownToast; onClose: (id: number) => void }) {
  const card = useRef<HTMLDivElement>(null);
  const bad = toast.kind === 'bad';
  const { id, isPersistent } = toast;
  useEffect(() => {
    if (isPersistent) return;
    let left = SEEN_MS[bad ? 'bad' : 'good'];
    const timer = setInterval(() => {
      if (isSeen(card.current)) left -= SEEN_CHECK_MS;
      if (left <= 0) onClose(id);
    }, SEEN_CHECK_MS);
    return () => clearInterval(timer);
  }, [bad, id, isPersistent, onClose]);
  const picture = bad ? '/brand/kombi-oops.svg' : `/stickers/${toast.sticker ?? 'shield'}.svg`;
  return (
    <div ref={card} className={bad ? 'toast bad' : 'toast'} role={bad ? 'alert' : undefined}>
      <img src={picture} width="44" height="44" alt="" />
      <div>
        <b>{toast.title}</b>
        <p>{toast.text}</p>
        {toast.link && (
          <Link to={toast.link.to} onClick={() => onClose(toast.id)}>
            {toast.link.label}
          </Link>
        )}
      </div>
      <button type="button" className="icon-btn" aria-label={texts.close} onClick={() => onClose(toast.id)}>
        <Icon icon="x" />
      </button>
    </div>
  );
}

/**
 * Whether the time counts in which a toast is on the screen: the player looks at this tab, no dialog is over the toast, and neither pointer
 * nor focus hold it.
 */
function isSeen(card: HTMLElement | null): boolean {
  return (
    !document.hidden && document.hasFocus() && !document.querySelector('dialog[open]') && card?.matches(':hover, :focus-within') === false
  );
}
