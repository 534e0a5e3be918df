import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { EmptyState, Skeleton } from '../../../web/kit/empty-state.tsx';
import { canSaveOffline } from '../../../web/offline-games.ts';
import { countQueuedRequests } from '../../../web/request-queue.ts';
import { safeReturnPath } from '../../../shared/return-path.ts';
import { texts as bannerTexts } from '../banner.texts.ts';
import { texts } from '../texts.ts';
import { OfflineGameList } from './offline-game-list.tsx';
import { useOfflineGames, type OfflineGameView } from './use-offline-games.ts';
import '../../games/catalogue/ui/game-facts.css';
import './offline-page.css';

/** Shows what is saved on this device, the space it takes, and what works offline. The same for everybody until scripts run. */
export function OfflinePage() {
  const offlineGames = useOfflineGames();
  const hydrated = useHydrated();
  const from = new URLSearchParams(useLocation().search).get('from');
  const { page } = texts;
  return (
    <div className="wrap offline-page">
      <h1>{page.title}</h1>
      <p className="offline-lead">{page.lead}</p>
      {hydrated && from !== null && (
        <Note title={bannerTexts.asked}>
          <LinkButton variant="primary" size="sm" className="offline-retry" to={safeReturnPath(from) ?? '/'} reloadDocument>
            {page.again}
          </LinkButton>
        </Note>
      )}
      {offlineGames === null ? <LoadingNote /> : <OfflineGames games={offlineGames} />}
      <section className="panel">
        <h2>{page.works}</h2>
        <ul className="features">
          {page.worksLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>{page.not}</p>
      </section>
    </div>
  );
}

function LoadingNote() {
  return (
    <div role="status">
      <span className="visually-hidden">{texts.page.loading}</span>
      <Skeleton className="offline-game-skeleton" />
    </div>
  );
}

function OfflineGames({ games }: { games: OfflineGameView[] }) {
  const storage = useStorageEstimate(games);
  const { page } = texts;
  if (!canSaveOffline()) return <EmptyState level={2} mood="oops" title={page.empty} text={page.cannot} />;
  return (
    <>
      {games.length === 0 ? (
        <EmptyState level={2} title={page.empty} text={page.emptyHint}>
          <LinkButton variant="primary" multiline to="/games">
            {page.find}
          </LinkButton>
        </EmptyState>
      ) : (
        <OfflineGameList games={games} />
      )}
      {games.length > 0 && <p className="offline-game-room">{page.room(storage.used, storage.free)}</p>}
      {storage.waiting > 0 && <p className="offline-game-room">{page.waiting(storage.waiting)}</p>}
    </>
  );
}

/** The space used by saved games and the free space, in bytes, and the number of queued requests. */
function useStorageEstimate(games: OfflineGameView[]) {
  const [free, setFree] = useState<number | null>(null);
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    let isMounted = true;
    const update = async () => {
      const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
      const count = await countQueuedRequests();
      if (!isMounted) return;
      setFree(quota === undefined || usage === undefined ? null : Math.max(0, quota - usage));
      setWaiting(count);
    };
    // If storage is unavailable, only the sizes of the games themselves are shown.
    update().catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [games]);
  return { used: games.reduce((sum, { bytes }) => sum + bytes, 0), free, waiting };
}
