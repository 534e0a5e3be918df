import { useCallback } from 'react';
import { Button } from '../../../web/kit/button.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { SyncResult } from '../../../web/request-queue.ts';
import { texts } from '../texts.ts';
import { useReloadWhenOnline } from './use-reload-when-online.ts';
import { useDeviceOwner } from './use-device-owner.ts';
import { useReportVisit } from './use-report-visit.ts';
import { useFullPageNavigation } from './use-full-page-navigation.ts';
import { useServiceWorker } from './use-service-worker.ts';

type OfflineManagerProps = { viewerId: string | null; hasPremium: boolean; isFromCache: boolean };

/** Manages what is saved on this device, and shows when there is a new version of the site; it never reloads by itself. */
export function OfflineManager({ viewerId, hasPremium, isFromCache }: OfflineManagerProps) {
  const toast = useToast();
  const onSent = useCallback(
    ({ taken, refused, signedOut }: SyncResult) => {
      if (taken > 0) toast({ ...texts.sent(taken), sticker: 'heart' });
      if (refused > 0) toast({ ...texts.refused(refused), kind: 'bad' });
      if (signedOut > 0) {
        const { pathname, search } = window.location;
        const link = { to: `/login?returnUrl=${encodeURIComponent(pathname + search)}`, label: texts.logIn };
        toast({ ...texts.signedOut(signedOut), link: pathname === '/login' ? undefined : link, isPersistent: true });
      }
    },
    [toast],
  );
  const onGone = useCallback((titles: string[]) => titles.forEach((title) => toast({ ...texts.gone(title), isPersistent: true })), [toast]);
  useDeviceOwner({ viewerId, hasPremium, isFromCache, onSent, onRemoved: onGone });
  useReloadWhenOnline(isFromCache);
  useReportVisit(isFromCache);
  useFullPageNavigation();
  const { isUpdateReady: isNewer, activateUpdate: takeOver } = useServiceWorker();
  if (!isNewer) return null;
  return (
    <div className="update-note" role="status">
      <span>{texts.update.text}</span>
      <Button variant="primary" size="sm" onClick={takeOver}>
        {texts.update.use}
      </Button>
    </div>
  );
}
