import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';

type DialogProps = {
  open: boolean;
  title: string;
  /** Called for Escape and a press outside. A dialog that is busy may stay open. */
  onClose: () => void;
  children: ReactNode;
};

/** A question over the page. The browser's own dialog keeps the focus inside and gives it back. */
export function Dialog({ open, title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);

  // Taken away while it is open, it gives the focus back too: only what is still in the page can.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  const close = useEffectEvent(onClose);
  // Asked often enough, a browser closes a dialog over our head. Whether it closes is for the page to say.
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
    // Only a press on the dialog itself is one beside its content.
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
