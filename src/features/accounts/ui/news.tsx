import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { Note } from '../../../web/kit/note.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useIsNavigating } from '../../../web/use-is-stepping.ts';
import type { News } from '../schema.ts';
import { news } from '../texts.ts';

/**
 * Tells once what the last step led to (`?news=`), then takes it out of the address: a reload must not tell it again. Who signed out
 * by hand leaves nothing here to be sent; a session that only ended is another thing: its player comes back.
 */
export function NewsToast({ isSignedIn }: { isSignedIn: boolean }) {
  const location = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const told = useRef<string>(null);
  const gone = useRef<string>(null);
  const { state: round } = useRevalidator();
  const { state: step } = useNavigation();
  const isStepping = useEffectEvent(useIsNavigating());
  const asked = new URLSearchParams(location.search).get('news') ?? '';
  const hasLeft = asked === 'signed-out' && !isSignedIn;
  const found = Object.keys(news).includes(asked) ? news[asked as News] : null;

  useEffect(() => {
    if (!found) return;
    if (told.current !== location.key) {
      told.current = location.key;
      toast(found);
    }
    // A step that somebody began meanwhile would be broken off by this one, and what it was to send with it.
    if (round !== 'idle' || step !== 'idle' || isStepping() || gone.current === location.key) return;
    gone.current = location.key;
    const { pathname, hash, state } = location;
    const query = new URLSearchParams(location.search);
    query.delete('news');
    const to = { pathname, search: query.toString(), hash };
    void navigate(to, { replace: true, state, preventScrollReset: true, defaultShouldRevalidate: false });
  }, [found, location, navigate, toast, round, step]);

  useEffect(() => {
    // A closed store keeps nothing.
    if (hasLeft) forgetWaiting().catch(() => {});
  }, [hasLeft]);

  return (
    <noscript>
      {found && (
        <div className="wrap news">
          <Note variant={found.kind ?? 'good'} title={found.title}>
            <p>{found.text}</p>
            {found.link && <Link to={found.link.to}>{found.link.label}</Link>}
          </Note>
        </div>
      )}
    </noscript>
  );
}

async function forgetWaiting(): Promise<void> {
  const { clearRequestQueue: dropAllWaiting } = await import('../../../web/send-later.ts');
  await dropAllWaiting();
}
