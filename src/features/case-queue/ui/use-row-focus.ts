import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

type Row = { key: string; index: number };

/**
 * Keeps the focus in a list that changes by itself: in its row, also when the pressed button of that row is gone, or else in the row that
 * took its place.
 * @param keys of the rows, in their order
 * @returns a ref for an element around the list
 */
export function useRowFocus(keys: string[]): RefObject<HTMLDivElement | null> {
  const around = useRef<HTMLDivElement>(null);
  const focused = useRef<Row>(null);
  const listRows = () => [...(around.current?.querySelectorAll<HTMLElement>('.waiting-row') ?? [])];
  const onFocus = useEffectEvent((target: EventTarget | null) => {
    const index = listRows().findIndex((row) => target instanceof Node && row.contains(target));
    const key = keys[index];
    focused.current = key === undefined ? null : { key, index };
  });
  useEffect(() => {
    const element = around.current;
    const onFocusIn = ({ target }: FocusEvent) => onFocus(target);
    const onFocusOut = ({ target }: FocusEvent) => {
      // What is taken away loses the focus too, and is gone a moment later: then the row is still the one.
      queueMicrotask(() => {
        if (target instanceof Node && target.isConnected && !element?.contains(document.activeElement)) focused.current = null;
      });
    };
    element?.addEventListener('focusin', onFocusIn);
    element?.addEventListener('focusout', onFocusOut);
    return () => {
      element?.removeEventListener('focusin', onFocusIn);
      element?.removeEventListener('focusout', onFocusOut);
    };
  }, []);
  const restore = useEffectEvent(() => {
    const row = focused.current;
    if (row === null || document.activeElement !== document.body) return;
    const index = keys.includes(row.key) ? keys.indexOf(row.key) : Math.min(row.index, keys.length - 1);
    listRows()[index]?.querySelector<HTMLElement>('.waiting-open')?.focus({ preventScroll: true });
  });
  useEffect(() => restore());
  return around;
}
