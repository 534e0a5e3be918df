import { useEffect, useState } from 'react';
import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { OFFLINE_PAGE } from '../schema.ts';
import { texts } from '../banner.texts.ts';

/** Browsers report a missing response as a TypeError with one of these messages. */
const NETWORK_ERROR = /fetch|network|load failed/i;

const JUST_LOADED_MS = 3_000;

/** Whether a page could not be shown because of a network error. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && NETWORK_ERROR.test(error.message);
}

/**
 * Shown instead of a page that cannot be loaded now. If there is a service worker, the page reloads: the worker has the page if it was
 * visited, or redirects to the offline page.
 */
export function OfflineError() {
  const [isChecking, setChecking] = useState(true);
  useEffect(() => {
    // Without this check a page that fails right after loading would reload forever.
    const isJustLoaded = performance.now() < JUST_LOADED_MS;
    if (navigator.serviceWorker?.controller && !isJustLoaded) window.location.reload();
    else setChecking(false);
  }, []);
  if (isChecking) return null;
  return (
    <div className="wrap">
      <title>{texts.metaTitle}</title>
      <EmptyState level={1} mood="oops" title={texts.title} text={texts.asked}>
        <LinkButton variant="primary" multiline to={OFFLINE_PAGE}>
          {texts.go}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
