import { X } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { texts } from './texts.ts';

/** How long a 'good' toast stays, in milliseconds, unless it is persistent; a 'bad' toast stays until it is closed. */
const DURATION_MS = 5000;
/** More toasts at once are noise: the oldest one closes. */
const SHOWN_MAX = 3;

export type Toast = {
  title: string;
  text: string;
  kind?: 'good' | 'bad';
  /** The name of a picture in public/stickers, without its extension. */
  sticker?: string;
  link?: { to: string; label: string };
  /** Stays until it is closed, although it is 'good'. */
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

/** Renders the toasts of the page; one instance, around everything. */
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
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="region" aria-label={texts.news} aria-live="polite">
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={close} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastCard({ toast, onClose }: { toast: ShownToast; onClose: (id: number) => void }) {
  const bad = toast.kind === 'bad';
  const isPersistent = bad || toast.isPersistent === true;
  useEffect(() => {
    if (isPersistent) return;
    const timer = setTimeout(() => onClose(toast.id), DURATION_MS);
    return () => clearTimeout(timer);
  }, [isPersistent, toast.id, onClose]);
  const picture = bad ? '/brand/kombi-oops.svg' : `/stickers/${toast.sticker ?? 'shield'}.svg`;
  return (
    <div className={bad ? 'toast bad' : 'toast'} role={bad ? 'alert' : undefined}>
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
        <Icon icon={X} />
      </button>
    </div>
  );
}
