import { useEffect, useEffectEvent } from 'react';
import { hearLive, type LiveNews } from '../../../web/live.ts';

/** What the live line tells about chat. `from` is a player: of `chat`, whose conversation with the viewer has something new. */
export type ChatNews = { kind: 'chat'; from: string } | { kind: 'typing'; from: string };

/** Calls back with what the live line tells. */
export function useChatNews(onNews: (news: LiveNews | ChatNews) => void): void {
  const hear = useEffectEvent(onNews);
  useEffect(() => hearLive((news) => hear(news)), []);
}

/** Between two looks while the line is down (spec 2, section 9). */
const POLL_MS = 3_000;

/** Calls `look` whenever a conversation may have changed: at news of it, and every 3 seconds while the line is down. */
export function useLook(isAbout: (playerId: string) => boolean, look: () => void): void {
  const lookNow = useEffectEvent(look);
  const concerns = useEffectEvent(isAbout);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const rest = () => {
      clearInterval(timer);
      timer = undefined;
    };
    // What came while the page was on its way was told to nobody here.
    lookNow();
    const stop = hearLive((news: LiveNews | ChatNews) => {
      if (news.kind === 'poll') {
        timer ??= setInterval(() => !document.hidden && lookNow(), POLL_MS);
        lookNow();
        return;
      }
      // Whatever else is heard came over a line that stands.
      rest();
      if (news.kind === 'opened' || news.kind === 'reconnected' || (news.kind === 'chat' && concerns(news.from))) lookNow();
    });
    return () => {
      stop();
      rest();
    };
  }, []);
}
