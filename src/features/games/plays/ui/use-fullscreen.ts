import { useEffect, useState, type RefObject } from 'react';

type WebkitElement = { webkitRequestFullscreen?: () => void };
type WebkitDocument = { webkitFullscreenElement?: Element | null; webkitExitFullscreen?: () => void };

/** Fullscreen for an element: whether it is supported (iPhones do not), whether it is on, and a toggle. */
export function useFullscreen(target: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false);
  const [isPossible, setPossible] = useState(false);

  useEffect(() => {
    const webkitDocument = document as WebkitDocument;
    setPossible(document.fullscreenEnabled || webkitDocument.webkitExitFullscreen !== undefined);
    const onChange = () => setOn(Boolean(document.fullscreenElement ?? webkitDocument.webkitFullscreenElement));
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('webkitfullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('webkitfullscreenchange', onChange);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    };
  }, []);

  const toggle = () => {
    const element: (HTMLElement & WebkitElement) | null = target.current;
    const webkitDocument = document as WebkitDocument;
    if (isOn) {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      else webkitDocument.webkitExitFullscreen?.();
    } else if (element?.requestFullscreen) {
      element.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
    } else {
      element?.webkitRequestFullscreen?.();
    }
  };
  return { isOn, isPossible, toggle };
}
