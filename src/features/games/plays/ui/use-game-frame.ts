import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readSave, writeSave } from './game-saves.ts';

/** A game that has not shown itself after this long did not load, in milliseconds. */
const READY_TIMEOUT_MS = 15_000;

/** How far the game is. 'loading': its page is on the way; 'starting': its page is there. */
export type GameFrameState = 'loading' | 'starting' | 'ready' | 'failed';

/**
 * Talks with the game in the frame (the contract is in catalogue/kit/kit.js). Only messages of this very frame count;
 * it is sandboxed, so that its origin says nothing. @param src null while we do not know where the game is.
 */
export function useGameFrame(gameId: string, src: string | null, attempt: number, onClose: () => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<GameFrameState>('loading');
  const close = useEffectEvent(onClose);

  useEffect(() => {
    setState('loading');
    if (src === null) return;
    const timer = setTimeout(() => setState((now) => (now === 'ready' ? now : 'failed')), READY_TIMEOUT_MS);
    const send = (type: string, payload: object = {}) => frame.current?.contentWindow?.postMessage({ kiddo: 1, type, ...payload }, '*');
    const onMessage = (event: MessageEvent) => {
      if (!frame.current || event.source !== frame.current.contentWindow) return;
      const message: unknown = event.data;
      if (typeof message !== 'object' || message === null || !('kiddo' in message) || !('type' in message)) return;
      if (message.type === 'hello') send('saved', { data: readSave(gameId) });
      if (message.type === 'save' && 'data' in message) writeSave(gameId, message.data);
      if (message.type === 'close') close();
      if (message.type === 'ready') {
        clearTimeout(timer);
        setState('ready');
        frame.current.focus({ preventScroll: true });
      }
    };
    const onVisibilityChange = () => document.hidden && send('pause');
    window.addEventListener('message', onMessage);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', onMessage);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [gameId, src, attempt]);

  const onLoad = () => setState((now) => (now === 'loading' ? 'starting' : now));
  const showAnyway = () => setState('ready');
  return { frame, state, onLoad, showAnyway };
}
