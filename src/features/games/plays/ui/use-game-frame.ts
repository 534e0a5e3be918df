import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readSave, writeSave } from './game-saves.ts';

/** A game that has not reported ready after this long counts as failed, in milliseconds. */
const READY_TIMEOUT_MS = 15_000;

/** How far the game has loaded. 'loading': its page is loading; 'starting': its page has loaded. */
export type GameFrameState = 'loading' | 'starting' | 'ready' | 'failed';

/**
 * Exchanges messages with the game in the iframe (the contract is in catalogue/kit/kit.js). Only messages from this iframe's window count:
 * the iframe is sandboxed, so its origin identifies nothing. @param src null while the game's URL is unknown.
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
