import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { PANEL_OPENED_EVENT } from './use-dismiss.ts';

type DialogProps = {
  open: boolean;
  title: string;
  /** Called on Escape and on a press outside. A busy dialog may stay open. */
  onClose: () => void;
  children: ReactNode;
};

/** A modal question. The native dialog traps the focus and restores it. */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) {
      dialog?.showModal();
      window.dispatchEvent(new Event(PANEL_OPENED_EVENT));
    }
    if (!open && dialog?.open) dialog.close();
  }, [open]);

  // A dialog that is unmounted while open must restore the focus too, which only works while it is still in the page.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  const close = useEffectEvent(onClose);
  // If the user presses Escape repeatedly, the browser closes the dialog without asking. The page decides whether it closes.
  const keepOpen = useEffectEvent(() => {
    if (!open || ref.current?.open) return;
    ref.current?.showModal();
    onClose();
  });
  useEffect(() => {
    const dialog = ref.current;
    const onCancel = (event: Event) => {
      event.preventDefault();
      close();
    };
    // Only a press on the dialog element itself is outside its content.
    const onPress = (event: Event) => event.target === dialog && close();
    dialog?.addEventListener('cancel', onCancel);
    const onNativeClose = () => keepOpen();
    dialog?.addEventListener('click', onPress);
    dialog?.addEventListener('close', onNativeClose);
    return () => {
      dialog?.removeEventListener('cancel', onCancel);
      dialog?.removeEventListener('click', onPress);
      dialog?.removeEventListener('close', onNativeClose);
    };
  }, []);

  return (
    <dialog ref={ref} className="dialog" aria-labelledby={titleId}>
      <div className="dialog-body">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
