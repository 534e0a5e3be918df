import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { Note } from '../../../web/kit/note.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { removeSharedSaves } from '../../../web/save-owner.ts';
import { useIsNavigating } from '../../../web/use-is-navigating.ts';
import type { FlashMessage } from '../schema.ts';
import { flashMessages } from '../texts.ts';

/**
 * Shows the flash message of the last redirect (`?news=`) once, then removes it from the URL, so that a reload does not show it again. An
 * explicit sign-out also drops the queued requests of this browser, its push subscription, and what a player who was not remembered saved in games. An expired
 * session does not, because its player may come back.
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
  // Asking for the account to be deleted signs out too.
  const hasLeft = hasSignedOut || (code === 'leaving' && !isSignedIn);
  const message = Object.keys(flashMessages).includes(code) ? flashMessages[code as FlashMessage] : null;

  useEffect(() => {
    if (!message) return;
    if (shownKey.current !== location.key) {
      shownKey.current = location.key;
      toast(message);
    }
    // Do not navigate now: it would abort a navigation or submission that the user started meanwhile.
    if (revalidationState !== 'idle' || navigationState !== 'idle' || isNavigating() || clearedKey.current === location.key) return;
    clearedKey.current = location.key;
    const { pathname, hash, state } = location;
    const query = new URLSearchParams(location.search);
    query.delete('news');
    const to = { pathname, search: query.toString(), hash };
    void navigate(to, { replace: true, state, preventScrollReset: true, defaultShouldRevalidate: false });
  }, [message, location, navigate, toast, revalidationState, navigationState]);

  useEffect(() => {
    // If the storage cannot be opened, it has no queued requests either.
    if (hasSignedOut) clearPendingActions().catch(() => {});
  }, [hasSignedOut]);

  useEffect(() => {
    // The server forgot it with the session. The browser may be offline, or have no storage: then it keeps one that nothing is sent to.
    if (hasLeft) endSubscription().catch(() => {});
  }, [hasLeft]);

  useEffect(() => {
    if (hasLeft) removeSharedSaves();
  }, [hasLeft]);

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

async function endSubscription(): Promise<void> {
  const { endPushSubscription } = await import('../../offline/ui/register-worker.ts');
  await endPushSubscription();
}

async function clearPendingActions(): Promise<void> {
  const { clearRequestQueue: dropAllWaiting } = await import('../../../web/request-queue.ts');
  await dropAllWaiting();
}
