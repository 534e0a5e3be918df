import { useEffect, useState } from 'react';
import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { OFFLINE_PAGE } from '../schema.ts';
import { texts } from '../banner/texts.ts';

/** How browsers say that there was no answer: by a TypeError with one of these. */
const NETWORK_ERROR = /fetch|network|load failed/i;

const JUST_LOADED_MS = 3_000;

/** Whether a page could not be shown because the network is gone. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && NETWORK_ERROR.test(error.message);
}

/**
 * What stands in the place of a page that cannot be fetched now. Where there is a service worker it has the page if it was visited, or
 * leads to the one that says what works.
 */
export function OfflineError() {
  const [isChecking, setChecking] = useState(true);
  useEffect(() => {
    // A page that says this as soon as it is loaded would be loaded for ever.
    const isJustLoaded = performance.now() < JUST_LOADED_MS;
    if (navigator.serviceWorker?.controller && !isJustLoaded) window.location.reload();
    else setChecking(false);
  }, []);
  if (isChecking) return null;
  return (
    <div className="wrap">
      <title>{texts.metaTitle}</title>
      <EmptyState level={1} mood="oops" title={texts.title} text={texts.asked}>
        <LinkButton variant="primary" to={OFFLINE_PAGE}>
          {texts.go}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
