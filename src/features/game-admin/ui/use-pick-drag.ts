import { useRef, useState, type PointerEvent } from 'react';
import { AT_END } from '../picks/schema.ts';

/**
 * Dragging a row of a list to another place, by mouse, pen or finger. Keyboards use the buttons of the row.
 * @param onDrop the row, and the row before which it was dropped, or AT_END
 */
export function usePickDrag(onDrop: (id: string, before: string) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ id: string; before: string } | null>(null);

  /** The row whose upper half is below the pointer, or AT_END. */
  const findBefore = (y: number): string => {
    for (const row of list.current?.children ?? []) {
      const { top, height } = row.getBoundingClientRect();
      if (y < top + height / 2) return (row as HTMLElement).dataset['id'] ?? AT_END;
    }
    return AT_END;
  };
  const isSamePlace = (id: string, before: string): boolean => {
    const ids = [...(list.current?.children ?? [])].map((row) => (row as HTMLElement).dataset['id'] ?? '');
    return before === id || (ids[ids.indexOf(id) + 1] ?? AT_END) === before;
  };

  const startDrag = (event: PointerEvent<HTMLElement>, id: string) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    let before = id;
    const end = new AbortController();
    const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', run: (y: number) => void) =>
      handle.addEventListener(type, (moved) => run((moved as MouseEvent).clientY), { signal: end.signal });
    on('pointermove', (y) => {
      before = findBefore(y);
      setDrag({ id, before });
    });
    on('pointerup', () => {
      end.abort();
      setDrag(null);
      if (!isSamePlace(id, before)) onDrop(id, before);
    });
    on('pointercancel', () => {
      end.abort();
      setDrag(null);
    });
  };
  return { list, dragged: drag?.id, before: drag?.before, startDrag };
}
