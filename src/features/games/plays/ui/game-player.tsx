import { useEffect, useEffectEvent, useId, useState, type ReactNode, type Ref } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Kombi } from '../../../../web/kit/kombi.tsx';
import { withoutTicket } from '../../../../shared/offline-games.ts';
import { findOfflineGame, isOfflineFrame, urlForOfflineFrame, canPlayOffline, type OfflineGame } from '../../../../web/offline-games.ts';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { Wordmark } from '../../../../web/kit/wordmark.tsx';
import { texts } from '../texts.ts';
import { SaveQuestion } from '../../saves/ui/save-question.tsx';
import { useGameSaves } from '../../saves/ui/use-game-saves.ts';
import { urlForAccess, type PlayableGame } from './game-access.ts';
import { GameOver } from './game-over.tsx';
import { useGameFrame, type GameFrameState } from './use-game-frame.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { useOverlay } from './use-overlay.ts';
import { usePlay, type PlayState } from './use-play.ts';

/** Progress bar value at each stage, in percent. */
const PROGRESS = { asking: 12, loading: 40, starting: 80 };

type GamePlayerProps = {
  game: PlayableGame;
  /** The player came to play: the game begins without its title. */
  beginsAtOnce: boolean;
  onClose: () => void;
  /** Called when the server has received the `end` event. */
  onEnded: () => void;
  /** Leads to the game's page, from the end of a run; null where there is none. */
  onGamePage: (() => void) | null;
  /** Other games, shown when a run has ended. */
  otherGames: ReactNode;
};

/** A game over the whole page. */
export function GamePlayer({ game, beginsAtOnce, onClose, onEnded, onGamePage, otherGames }: GamePlayerProps) {
  const titleId = useId();
  const [attempt, setAttempt] = useState(0);
  const [isLoaded, setLoaded] = useState(false);
  const overlay = useOverlay(onClose);
  const fullscreen = useFullscreen(overlay);
  const start = usePlay(game.id, attempt, onEnded);
  const [offlineAttempt, setOfflineAttempt] = useState<number | null>(null);
  // A free game's URL is known, so it loads without waiting for the server. A game saved on this device costs no data at all.
  const onlineSrc = game.src ?? (start.state === 'started' ? start.src : null);
  const offlineSrc = useOfflineFrame({ ...game, src: onlineSrc }, attempt, offlineAttempt === attempt);
  const src = offlineSrc === undefined ? null : (offlineSrc ?? onlineSrc);
  const saves = useGameSaves(game.id);
  // While the player is asked, no game takes the focus or begins behind the question.
  const frameSrc = saves.question === null ? src : null;
  const gameFrame = useGameFrame({ gameId: game.id, src: frameSrc, attempt, beginsAtOnce, saves, onClose });
  const { frame, state, onLoad, showAnyway, result } = gameFrame;
  // A game that runs already needs no offline version.
  useUnreachableServer(start, () => state !== 'ready' && setOfflineAttempt(attempt));
  const isShown = state === 'ready' && saves.isReady;
  const hasFailed = state === 'failed' || (offlineSrc === null && src === null && start.state === 'refused');
  const retry = () => {
    setLoaded(false);
    setAttempt(attempt + 1);
  };
  useStartError(start.state === 'refused' ? start.status : null, game, onClose);

  return createPortal(
    <div
      ref={overlay}
      className={fullscreen.isOn ? 'player full' : 'player'}
      role="dialog"
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <PlayerBar title={game.title} titleId={titleId} fullscreen={fullscreen} onClose={onClose} />
      <div className="player-stage">
        {frameSrc !== null && (
          <GameFrame
            // A new key creates a new iframe. Changing only `src` would keep the sandbox flags of the old one.
            key={`${attempt} ${isOfflineFrame(frameSrc)}`}
            frame={frame}
            src={frameSrc}
            title={texts.frame(game.title)}
            isShown={isShown}
            onLoad={() => {
              setLoaded(true);
              onLoad();
            }}
          />
        )}
        {hasFailed && <LoadError onRetry={retry} onClose={onClose} onShowAnyway={isLoaded && src !== null ? showAnyway : undefined} />}
        {!hasFailed && !isShown && saves.question === null && <LoadingNote stage={src === null ? 'asking' : state} />}
        {!hasFailed && saves.question !== null && <SaveQuestion title={game.title} question={saves.question} onAnswer={saves.answer} />}
        {isShown && result && (
          <GameOver result={result} onAgain={gameFrame.playAgain} onGamePage={onGamePage}>
            {otherGames}
          </GameOver>
        )}
      </div>
    </div>,
    document.body,
  );
}

/**
 * Finds the offline version of this game on this device: undefined until that is known, null if there is none or if it is another version.
 * It is resolved once per attempt: a running game is not replaced when the network or the service worker comes or goes.
 * @param game with the URL of its files as far as it is known: what the server says when a play starts has a ticket
 * @param isOffline there is no network: then any version will do
 */
function useOfflineFrame(game: PlayableGame, attempt: number, isOffline: boolean): string | null | undefined {
  const [found, setFound] = useState<{ attempt: number; frame: string | null; savedSrc: string | null; wasOnline: boolean }>();
  const resolveFrame = useEffectEvent((offlineGame: OfflineGame | null) => {
    const mayPlay = offlineGame !== null && canPlayOffline(offlineGame, Date.now()) && navigator.serviceWorker?.controller;
    const frame = mayPlay ? urlForOfflineFrame(game.id) : null;
    setFound({ attempt, frame, savedSrc: offlineGame?.src ?? null, wasOnline: navigator.onLine });
  });
  useEffect(() => {
    let isMounted = true;
    findOfflineGame(game.id).then(
      (offlineGame) => isMounted && resolveFrame(offlineGame),
      // If storage is unavailable, no game is saved.
      () => isMounted && resolveFrame(null),
    );
    return () => {
      isMounted = false;
    };
  }, [game.id, attempt]);
  if (game.src !== null && isOfflineFrame(game.src)) return null;
  if (found?.attempt !== attempt) return undefined;
  const isNewest = game.src !== null && withoutTicket(game.src) === found.savedSrc;
  return isOffline || !found.wasOnline || isNewest ? found.frame : null;
}

/** Calls `onUnreachable` when starting the play failed for lack of a network. */
function useUnreachableServer(start: PlayState, onUnreachable: () => void) {
  const onStartChange = useEffectEvent((startState: PlayState) => {
    if (startState.state === 'refused' && startState.status === 0) onUnreachable();
  });
  useEffect(() => onStartChange(start), [start]);
}

/** The server refused the play: go to sign-in or to the plans, or show a toast (spec 1, section 4). */
function useStartError(status: number | null, game: PlayableGame, onClose: () => void) {
  const navigate = useNavigate();
  const toast = useToast();
  const handleError = useEffectEvent((refused: number) => {
    if (refused === 401) void navigate(urlForAccess(game, 'visitor'), { replace: true });
    if (refused === 403) void navigate(urlForAccess(game, 'player'), { replace: true });
    if (refused === 404 || refused === 409) {
      toast({ ...texts.notAvailable, kind: 'bad' });
      onClose();
    }
  });
  useEffect(() => {
    if (status !== null) handleError(status);
  }, [status]);
}

type PlayerBarProps = { title: string; titleId: string; fullscreen: ReturnType<typeof useFullscreen>; onClose: () => void };

function PlayerBar({ title, titleId, fullscreen, onClose }: PlayerBarProps) {
  return (
    <div className="player-bar">
      <Wordmark />
      <p id={titleId}>{title}</p>
      {fullscreen.isPossible && (
        <button
          type="button"
          className="player-button"
          aria-label={fullscreen.isOn ? texts.leaveFullscreen : texts.fullscreen}
          onClick={fullscreen.toggle}
        >
          <Icon icon={fullscreen.isOn ? 'minimize' : 'maximize'} />
          <span>{fullscreen.isOn ? texts.leaveFullscreen : texts.fullscreen}</span>
        </button>
      )}
      <button type="button" className="player-button close" aria-label={texts.close} onClick={onClose}>
        <Icon icon="x" />
        <span>{texts.close}</span>
      </button>
    </div>
  );
}

type GameFrameProps = {
  frame: Ref<HTMLIFrameElement>;
  src: string;
  title: string;
  isShown: boolean;
  onLoad: () => void;
};

function GameFrame({ frame, src, title, isShown, onLoad }: GameFrameProps) {
  return (
    <iframe
      ref={frame}
      src={src}
      title={title}
      className={isShown ? 'shown' : undefined}
      sandbox={isOfflineFrame(src) ? undefined : 'allow-scripts allow-pointer-lock'}
      allow="fullscreen; autoplay; gamepad"
      referrerPolicy="no-referrer"
      onLoad={onLoad}
    />
  );
}

function LoadingNote({ stage }: { stage: 'asking' | GameFrameState }) {
  const step = stage === 'failed' || stage === 'ready' ? 'starting' : stage;
  return (
    <div className="player-note" role="status">
      <Kombi mood="wink" />
      <p className="display">{texts.stages[step]}</p>
      <span className="player-progress" aria-hidden="true">
        <span style={{ transform: `scaleX(${PROGRESS[step] / 100})` }} />
      </span>
    </div>
  );
}

function LoadError({ onRetry, onClose, onShowAnyway }: { onRetry: () => void; onClose: () => void; onShowAnyway?: () => void }) {
  return (
    <div className="player-note failed" role="alert">
      <Kombi mood="oops" />
      <p className="display">{texts.failed}</p>
      <p>{texts.failedText}</p>
      <div className="player-acts">
        <Button variant="primary" onClick={onRetry}>
          {texts.again}
        </Button>
        <Button variant="night" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
      {onShowAnyway && (
        <button type="button" className="player-anyway" onClick={onShowAnyway}>
          {texts.showAnyway}
        </button>
      )}
    </div>
  );
}
