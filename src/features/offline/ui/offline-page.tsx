import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { EmptyState, Skeleton } from '../../../web/kit/state.tsx';
import { canSaveOffline } from '../../../web/kept-games.ts';
import { countQueuedRequests } from '../../../web/send-later.ts';
import { safeReturnPath } from '../../../shared/return-path.ts';
import { texts as cutOff } from '../cut-off/texts.ts';
import { texts } from '../texts.ts';
import { KeptList } from './kept-list.tsx';
import { useKept, type KeptNow } from './use-kept.ts';

/** What is kept on this device, what room it takes, and what works without a network. The same for everybody until scripts run. */
export function OfflinePage() {
  const kept = useKept();
  const hydrated = useHydrated();
  const from = new URLSearchParams(useLocation().search).get('from');
  const { page } = texts;
  return (
    <div className="wrap offline-page">
      <h1>{page.title}</h1>
      <p className="offline-lead">{page.lead}</p>
      {hydrated && from !== null && (
        <Note title={cutOff.asked}>
          <LinkButton variant="primary" size="sm" to={safeReturnPath(from) ?? '/'} reloadDocument>
            {page.again}
          </LinkButton>
        </Note>
      )}
      {kept === null ? <Looking /> : <Found kept={kept} />}
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

function Looking() {
  return (
    <div role="status">
      <span className="aloud">{texts.page.loading}</span>
      <Skeleton className="kept-skeleton" />
    </div>
  );
}

function Found({ kept }: { kept: KeptNow[] }) {
  const room = useRoom(kept);
  const { page } = texts;
  if (!canSaveOffline()) return <EmptyState level={2} mood="oops" title={page.empty} text={page.cannot} />;
  return (
    <>
      {kept.length === 0 ? (
        <EmptyState level={2} title={page.empty} text={page.emptyHint}>
          <LinkButton variant="primary" to="/games">
            {page.find}
          </LinkButton>
        </EmptyState>
      ) : (
        <KeptList games={kept} />
      )}
      {kept.length > 0 && <p className="kept-room">{page.room(room.mine, room.free)}</p>}
      {room.waiting > 0 && <p className="kept-room">{page.waiting(room.waiting)}</p>}
    </>
  );
}

/** How much room kept games take and how much there is, in bytes, and how many deeds wait. */
function useRoom(kept: KeptNow[]) {
  const [free, setFree] = useState<number | null>(null);
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
      const count = await countQueuedRequests();
      if (!isHere) return;
      setFree(quota === undefined || usage === undefined ? null : Math.max(0, quota - usage));
      setWaiting(count);
    };
    // A closed store tells nothing: then only what the games themselves say is shown.
    look().catch(() => {});
    return () => {
      isHere = false;
    };
  }, [kept]);
  return { mine: kept.reduce((sum, { bytes }) => sum + bytes, 0), free, waiting };
}
