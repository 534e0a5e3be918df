import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';
import { readStorage, writeStorage } from '../../../web/storage.ts';

/** Where the keys are explained and can be switched off; elsewhere they do nothing. */
const KEYS_MEDIA = '(min-width: 960px) and (hover: hover)';
const STEPS: Record<string, number> = { j: 1, k: -1 };

/** Whether single keys move in the list. People who dictate switch them off: what they say would be pressed letter by letter. */
export function useKeysChoice(): [isOn: boolean, toggle: () => void] {
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOn = chosen ?? (!hydrated || readStorage('caseKeys') !== 'off');
  const toggle = () => {
    writeStorage('caseKeys', isOn ? 'off' : 'on');
    setChosen(!isOn);
  };
  return [isOn, toggle];
}

/**
 * J and K move the focus from row to row, T takes the row that has it. Not while a field has the focus or a dialog is open, and not together with
 * other keys.
 * @param list contains the rows, each with a link and, if nobody has the case, the button that takes it
 */
export function useListKeys(list: RefObject<HTMLElement | null>, isOn: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || isMeantForElse(event) || !window.matchMedia(KEYS_MEDIA).matches) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.waiting-row') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const key = event.key.toLowerCase();
    const step = STEPS[key];
    if (step !== undefined) {
      const target = at < 0 ? rows[0] : rows[at + step];
      target?.querySelector<HTMLElement>('.waiting-open')?.focus();
      event.preventDefault();
    } else if (key === 't') rows[at]?.querySelector<HTMLElement>('.waiting-take')?.click();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isMeantForElse({ defaultPrevented, ctrlKey, metaKey, altKey, shiftKey, isComposing, target }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null);
  return (
    defaultPrevented ||
    ctrlKey ||
    metaKey ||
    altKey ||
    shiftKey ||
    isComposing ||
    isField ||
    document.querySelector('dialog[open]') !== null
  );
}
