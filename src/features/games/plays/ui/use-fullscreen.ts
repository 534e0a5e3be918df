import { useEffect, useState, type RefObject } from 'react';

type OldSafari = { webkitRequestFullscreen?: () => void };
type OldDocument = { webkitFullscreenElement?: Element | null; webkitExitFullscreen?: () => void };

/** Fullscreen for an element: whether it can be had (iPhones have none), whether it is on, and the switch. */
export function useFullscreen(target: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false);
  const [isPossible, setPossible] = useState(false);

  useEffect(() => {
    const old = document as OldDocument;
    setPossible(document.fullscreenEnabled || old.webkitExitFullscreen !== undefined);
    const follow = () => setOn(Boolean(document.fullscreenElement ?? old.webkitFullscreenElement));
    document.addEventListener('fullscreenchange', follow);
    document.addEventListener('webkitfullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      document.removeEventListener('webkitfullscreenchange', follow);
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    };
  }, []);

  const toggle = () => {
    const element: (HTMLElement & OldSafari) | null = target.current;
    const old = document as OldDocument;
    if (isOn) {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      else old.webkitExitFullscreen?.();
    } else if (element?.requestFullscreen) {
      element.requestFullscreen({ navigationUI: 'hide' }).catch(() => {});
    } else {
      element?.webkitRequestFullscreen?.();
    }
  };
  return { isOn, isPossible, toggle };
}
