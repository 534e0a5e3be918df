import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { useSaveOwner } from '../../../../web/save-owner.ts';
import { useDeviceOwnerId } from '../../../../web/viewer-id.ts';
import { SAVED_GAMES_PATH, type SaveChoice, type SaveNews, type SaveRefusal } from '../schema.ts';
import { texts } from '../texts.ts';
import { createSaveSession, type SaveQuestion, type SaveSession } from './save-session.ts';
import { createServerSaves } from './server-saves.ts';

/** The saves of an open game, as the game player uses them. */
export type GameSaves = {
  /** Whether it is known what the game begins with. */
  isReady: boolean;
  /** The game has loaded, and waits until it is known. */
  hurry: () => void;
  /** What the player has to choose from before the game begins. */
  question: SaveQuestion | null;
  answer: (choice: SaveChoice) => void;
  /** What the game gets, in the form of the kit. */
  read: () => { best?: number; muted?: boolean; data?: unknown };
  /** @returns why the game's data is not kept; null if it is */
  save: (message: object) => SaveRefusal | null;
  endRun: () => void;
};

/** Opens the saves of a game for who is here, until the game is closed. */
export function useGameSaves(gameId: string): GameSaves {
  const owner = useSaveOwner();
  const playerId = useRef(useDeviceOwnerId());
  const session = useRef<SaveSession>(null);
  const [state, setState] = useState<{ isReady: boolean; question: SaveQuestion | null }>({ isReady: false, question: null });
  const toast = useToast();
  const tell = useEffectEvent((news: SaveNews) => {
    const link = news === 'taken' ? {} : { link: { to: SAVED_GAMES_PATH, label: texts.toSavedGames } };
    toast({ ...texts.news[news], ...link, ...((news === 'deleted' || news === 'full') && { kind: 'bad' }) });
  });

  useEffect(() => {
    const server = createServerSaves(gameId, owner, playerId.current);
    const opened = createSaveSession({ owner, gameId, server, onNews: (news) => tell(news) });
    session.current = opened;
    let isOpen = true;
    const begin = (question: SaveQuestion | null) => isOpen && setState({ isReady: question === null, question });
    // Whatever is wrong with a save, the game begins.
    void opened.open().then(begin, () => begin(null));
    const flush = () => opened.flush();
    const leave = () => opened.flush(true);
    const onVisibilityChange = () => document.hidden && leave();
    document.addEventListener('visibilitychange', onVisibilityChange);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', flush);
    return () => {
      isOpen = false;
      document.removeEventListener('visibilitychange', onVisibilityChange);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', flush);
      opened.close();
    };
  }, [gameId, owner]);

  return {
    ...state,
    answer: (choice) => {
      session.current?.answer(choice);
      setState({ isReady: true, question: null });
    },
    read: () => {
      const { best = null, isMuted = null, data } = session.current?.read() ?? {};
      return { ...(best !== null && { best }), ...(isMuted !== null && { muted: isMuted }), ...(data !== undefined && { data }) };
    },
    save: (message) => session.current?.save(message) ?? null,
    endRun: () => session.current?.endRun(),
    hurry: () => session.current?.hurry(),
  };
}
