import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { Note } from '../../../web/kit/note.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useIsNavigating } from '../../../web/use-is-navigating.ts';
import type { FlashMessage } from '../schema.ts';
import { flashMessages } from '../texts.ts';

/**
 * Tells once what the last step led to (`?news=`), then takes it out of the address: a reload must not tell it again. Who signed out
 * by hand leaves nothing here to be sent; a session that only ended is another thing: its player comes back.
 */
export function FlashMessageToast({ isSignedIn }: { isSignedIn: boolean }) {
  const location = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const shownKey = useRef<string>(null);
  const clearedKey = useRef<string>(null);
  const { state: revalidationState } = useRevalidator();
  const { state: navigationState } = useNavigation();
  const isNavigating = useEffectEvent(useIsNavigating());
  const code = new URLSearchParams(location.search).get('news') ?? '';
  const hasSignedOut = code === 'signed-out' && !isSignedIn;
  const message = Object.keys(flashMessages).includes(code) ? flashMessages[code as FlashMessage] : null;

  useEffect(() => {
    if (!message) return;
    if (shownKey.current !== location.key) {
      shownKey.current = location.key;
      toast(message);
    }
    // A step that somebody began meanwhile would be broken off by this one, and what it was to send with it.
    if (revalidationState !== 'idle' || navigationState !== 'idle' || isNavigating() || clearedKey.current === location.key) return;
    clearedKey.current = location.key;
    const { pathname, hash, state } = location;
    const query = new URLSearchParams(location.search);
    query.delete('news');
    const to = { pathname, search: query.toString(), hash };
    void navigate(to, { replace: true, state, preventScrollReset: true, defaultShouldRevalidate: false });
  }, [message, location, navigate, toast, revalidationState, navigationState]);

  useEffect(() => {
    // A closed store keeps nothing.
    if (hasSignedOut) clearPendingActions().catch(() => {});
  }, [hasSignedOut]);

  return (
    <noscript>
      {message && (
        <div className="wrap news">
          <Note variant={message.kind ?? 'good'} title={message.title}>
            <p>{message.text}</p>
            {message.link && <Link to={message.link.to}>{message.link.label}</Link>}
          </Note>
        </div>
      )}
    </noscript>
  );
}

async function clearPendingActions(): Promise<void> {
  const { clearRequestQueue: dropAllWaiting } = await import('../../../web/request-queue.ts');
  await dropAllWaiting();
}
