import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSaveOwner } from '../../../../web/save-owner.ts';
import { readSave, writeSave } from './game-saves.ts';
import { parseGameResult, type GameResult } from './game-result.ts';

/** A game that has not reported ready after this long counts as failed, in milliseconds. */
const READY_TIMEOUT_MS = 15_000;

/** How far the game has loaded. 'loading': its page is loading; 'starting': its page has loaded. */
export type GameFrameState = 'loading' | 'starting' | 'ready' | 'failed';

type GameFrameOptions = {
  gameId: string;
  /** Null while the game's URL is unknown. */
  src: string | null;
  attempt: number;
  /** The player came to play: the game begins without its title. */
  beginsAtOnce: boolean;
  onClose: () => void;
};

/**
 * Exchanges messages with the game in the iframe (the contract is in catalogue/kit/kit.js). Only messages from this iframe's window count:
 * the iframe is sandboxed, so its origin identifies nothing. `result` is how the run ended, until the next one begins.
 */
export function useGameFrame({ gameId, src, attempt, beginsAtOnce, onClose }: GameFrameOptions) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<GameFrameState>('loading');
  const [result, setResult] = useState<GameResult | null>(null);
  const owner = useSaveOwner();
  const close = useEffectEvent(onClose);
  const send = (type: string, payload: object = {}) => frame.current?.contentWindow?.postMessage({ kiddo: 1, type, ...payload }, '*');
  const greet = useEffectEvent(() => send('saved', { data: readSave(owner, gameId), begin: beginsAtOnce, showsEnd: true }));

  useEffect(() => {
    setState('loading');
    setResult(null);
    if (src === null) return;
    const timer = setTimeout(() => setState((now) => (now === 'ready' ? now : 'failed')), READY_TIMEOUT_MS);
    const onMessage = (event: MessageEvent) => {
      if (!frame.current || event.source !== frame.current.contentWindow) return;
      const message: unknown = event.data;
      if (typeof message !== 'object' || message === null || !('kiddo' in message) || !('type' in message)) return;
      if (message.type === 'hello') greet();
      if (message.type === 'over') setResult(parseGameResult(message));
      if (message.type === 'begin') setResult(null);
      if (message.type === 'save' && 'data' in message) writeSave(owner, gameId, message.data);
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
  }, [gameId, owner, src, attempt]);

  const onLoad = () => setState((now) => (now === 'loading' ? 'starting' : now));
  const showAnyway = () => setState('ready');
  const playAgain = () => {
    setResult(null);
    send('again');
    frame.current?.focus({ preventScroll: true });
  };
  return { frame, state, onLoad, showAnyway, result, playAgain };
}
