import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SAVE_BYTES_MAX } from '../../saves/schema.ts';
import type { GameSaves } from '../../saves/ui/use-game-saves.ts';
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
  /** A game waits for them, so that it does not begin with less than the player has. */
  saves: GameSaves;
  onClose: () => void;
};

/**
 * Exchanges messages with the game in the iframe (the contract is in catalogue/kit/kit.js). Only messages from this iframe's window count:
 * the iframe is sandboxed, so its origin identifies nothing. `result` is how the run ended, until the next one begins.
 */
export function useGameFrame({ gameId, src, attempt, beginsAtOnce, saves, onClose }: GameFrameOptions) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<GameFrameState>('loading');
  const [result, setResult] = useState<GameResult | null>(null);
  const close = useEffectEvent(onClose);
  const send = (type: string, payload: object = {}) => frame.current?.contentWindow?.postMessage({ kiddo: 1, type, ...payload }, '*');
  // The game asked for its save before there was one to give.
  const isGreetingDue = useRef(false);
  const greet = useEffectEvent(() => {
    isGreetingDue.current = !saves.isReady;
    if (!saves.isReady) saves.hurry();
    if (saves.isReady) send('saved', { data: saves.read(), begin: beginsAtOnce, showsEnd: true });
  });
  const save = useEffectEvent((message: object) => {
    const reason = saves.save(message);
    if (reason !== null) send('save-refused', { reason, max: SAVE_BYTES_MAX });
  });
  const endRun = useEffectEvent(() => saves.endRun());
  const hurry = useEffectEvent(() => saves.hurry());
  useEffect(() => {
    if (saves.isReady && isGreetingDue.current) greet();
  }, [saves.isReady]);
  useEffect(() => {
    if (state === 'ready' && saves.isReady) frame.current?.focus({ preventScroll: true });
  }, [state, saves.isReady]);

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
      if (message.type === 'over') {
        setResult(parseGameResult(message));
        endRun();
      }
      if (message.type === 'begin') setResult(null);
      if (message.type === 'save' && 'data' in message) save(message);
      if (message.type === 'close') close();
      if (message.type === 'ready') {
        clearTimeout(timer);
        setState('ready');
        // Not every game asks for its save.
        hurry();
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
  const playAgain = () => {
    setResult(null);
    send('again');
    frame.current?.focus({ preventScroll: true });
  };
  return { frame, state, onLoad, showAnyway, result, playAgain };
}
