import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { fetchUntilAborted } from './web/fetch-until-aborted.ts';

declare global {
  /** Where the document was when its head was read (web/head-script.ts). */
  var parsedHref: string;
}

const withoutHash = (href: string) => href.split('#')[0];

// Back and Forward before the scripts run may change the address alone: the page that was sent is not the one of this address.
if (withoutHash(parsedHref) !== withoutHash(location.href)) location.reload();
else
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter unstable_fetch={fetchUntilAborted} />
      </StrictMode>,
    );
  });
