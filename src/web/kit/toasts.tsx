import { X } from 'lucide-react';
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { texts } from './texts.ts';

/** How long good news stays, in milliseconds; bad news stays until it is closed. */
const STAY_MS = 5000;
/** More than this many at once is noise: the oldest goes. */
const SHOWN_MAX = 3;

export type Toast = {
  title: string;
  text: string;
  kind?: 'good' | 'bad';
  /** A picture of public/stickers, without its ending. */
  sticker?: string;
  link?: { to: string; label: string };
};

type Shown = Toast & { id: number };

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Gives the function that shows a toast. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

/** Holds the toasts of the page; one, around everything. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([]);
  const show = useCallback((toast: Toast) => {
    setShown((now) => [...now, { ...toast, id: (now.at(-1)?.id ?? 0) + 1 }].slice(-SHOWN_MAX));
  }, []);
  const close = useCallback((id: number) => setShown((now) => now.filter((toast) => toast.id !== id)), []);
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

function ToastCard({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }) {
  const bad = toast.kind === 'bad';
  useEffect(() => {
    if (bad) return;
    const timer = setTimeout(() => onClose(toast.id), STAY_MS);
    return () => clearTimeout(timer);
  }, [bad, toast.id, onClose]);
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
        <Icon of={X} />
      </button>
    </div>
  );
}
