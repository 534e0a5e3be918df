import bagel from './web/kit/fonts/bagel-fat-one-basic.woff2?url';
import lexend from './web/kit/fonts/lexend-basic.woff2?url';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { useClearOtherPlayersStorage } from './web/use-clear-other-players-storage.ts';
import { useViewerSync } from './features/accounts/ui/use-viewer-sync.ts';
import { findSiteLines } from './features/announcements/lines.service.server.ts';
import { parseClosedLines } from './features/announcements/schema.ts';
import { CONSENT_STYLE_PATH } from './features/consent/schema.ts';
import { ConsentBanner } from './features/consent/ui/consent-banner.tsx';
import { texts } from './features/site/texts.ts';
import { OfflineBanner } from './features/offline/ui/offline-banner.tsx';
import { isNetworkError, OfflineError } from './features/offline/ui/offline-error.tsx';
import { OfflineManagerLoader } from './features/offline/ui/offline-manager-loader.tsx';
import { isCachedPage } from './features/offline/ui/use-network.ts';
import { getSocialLinks } from './features/site/service.server.ts';
import { DeferredTeamNav } from './features/site/ui/deferred-team-nav.tsx';
import { Footer } from './features/site/ui/footer.tsx';
import { NavigationStatus } from './features/site/ui/navigation-status.tsx';
import { ErrorPage } from './features/site/ui/error-page.tsx';
import { TabBar } from './features/site/ui/tab-bar.tsx';
import { TopBar } from './features/site/ui/top-bar.tsx';
import { getDataPrice } from './features/data-saver/service.server.ts';
import { findWaitingCounts } from './features/case-queue/service.server.ts';
import { countUnread } from './features/notifications/service.server.ts';
import { getSaveOwner } from './features/games/saves/service.server.ts';
import { redirectForUnknownAge } from './features/age/service.server.ts';
import { redirectForPendingDeletion } from './features/settings/account-deletion/service.server.ts';
import { findPremiumTimeLeft } from './features/premium/service.server.ts';
import { classifyError } from './request/page-error.ts';
import { pageLoader } from './request/page-loader.ts';
import type { PageHandle } from './shared/page-handle.ts';
import type { SaveOwner } from './shared/viewer.ts';
import { DataPriceContext } from './web/data-price.ts';
import { Toasts } from './web/kit/toasts.tsx';
import { headScript } from './web/head-script.ts';
import { useNonce } from './web/nonce.ts';
import { isClosingGame } from './web/game-open.ts';
import { useRecordSaveOwner } from './web/save-owner.ts';
import { isDataSaverOn } from './web/data-saver.ts';
import { useClearNonEssentialStorage } from './web/use-consent.ts';
import { useLiveConnection } from './web/use-live-connection.ts';
import { usePremiumEnd } from './web/use-premium-end.ts';
import { loadLater, preservedHtml } from './web/load-later.tsx';
import { importWithRetry } from './web/import-with-retry.ts';
import './web/styles.css';

// Most pages have no flash message.
const loadFlashMessageToast = async () => (await import('./features/accounts/ui/flash-message-toast.tsx')).FlashMessageToast;
const FlashMessageToast = loadLater(
  import.meta.env.SSR ? await loadFlashMessageToast() : null,
  loadFlashMessageToast,
  <noscript data-pending="" />,
);

// Most pages have no line over them either.
const loadSiteLines = async () => (await import('./features/announcements/ui/site-lines.tsx')).SiteLines;
const SiteLines = loadLater(
  import.meta.env.SSR ? await loadSiteLines() : null,
  loadSiteLines,
  <div className="site-lines" {...preservedHtml} />,
);

/** The data of an error page. */
const NO_VIEWER = {
  viewer: null,
  unread: 0,
  waiting: null,
  isLimited: false,
  isAgeUnknown: false,
  social: [],
  dataPrice: null,
  lines: null,
};

/** Every page may show a flash message. */
export const handle = { params: ['news'], isShared: true } as const satisfies PageHandle;

/** What every page needs to know about its viewer. */
export const loader = pageLoader(handle, async ({ reqCtx, pathname }, { request }: Route.LoaderArgs) => {
  const { ctx, actor, viewer } = reqCtx;
  const redirectUrl =
    redirectForPendingDeletion(actor, pathname) ?? redirectForUnknownAge(actor, { pathname, search: new URL(request.url).search });
  if (redirectUrl !== null) throw redirect(redirectUrl);
  // If one of these fails, the page must still load.
  const logAndReturn =
    <T,>(instead: T) =>
    (error: unknown): T => (classifyError(reqCtx, error), instead);
  const [unread, waiting, premiumEnd, dataPrice, lines] = await Promise.all([
    viewer === null ? 0 : (reqCtx.unread ?? countUnread(ctx, actor).catch(logAndReturn(0))),
    findWaitingCounts(ctx, actor).catch(logAndReturn(null)),
    findPremiumTimeLeft(ctx, actor).catch(logAndReturn(null)),
    getDataPrice(ctx).catch(logAndReturn(null)),
    findSiteLines(ctx, actor, parseClosedLines(reqCtx.clientInfo.cookies)).catch(logAndReturn([])),
  ]);
  return {
    viewer,
    saves: getSaveOwner(ctx, actor, reqCtx.isRemembered === true),
    unread,
    waiting,
    premiumEnd,
    dataPrice,
    /** Null, so that pages without a line do not load what shows it. */
    lines: lines.length > 0 ? lines : null,
    isLimited: actor.kind === 'leaving' || actor.kind === 'age-unknown',
    isAgeUnknown: actor.kind === 'age-unknown',
    origin: ctx.config.origin,
    social: getSocialLinks(ctx),
  };
});

/** The viewer changes through an action (signing in or out) or a reload of the same page; not through a navigation to another page. */
export function shouldRevalidate(step: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = step;
  if (isClosingGame(step)) return false;
  const isAnew = formMethod === undefined ? currentUrl.href === nextUrl.href : formMethod !== 'GET';
  return isAnew && defaultShouldRevalidate;
}

export function links() {
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const;
  return [
    { ...font, href: bagel },
    { ...font, href: lexend },
    { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ];
}

/** The document around every page, including error pages. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { viewer, unread, waiting, isLimited, isAgeUnknown, social, dataPrice, lines } =
    useRouteLoaderData<typeof loader>('root') ?? NO_VIEWER;
  const page = useFocusOnNewPage();
  const hasFlashMessage = new URLSearchParams(useLocation().search).has('news');
  useStarTrail();
  useClearNonEssentialStorage();
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#FFC629" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10292E" media="(prefers-color-scheme: dark)" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript() : '' }} />
        <Meta />
        <Links />
        <noscript>
          <link rel="stylesheet" href={CONSENT_STYLE_PATH} />
        </noscript>
      </head>
      <body>
        <Toasts>
          <DataPriceContext.Provider value={dataPrice}>
            <a className="skip" href="#page">
              {texts.skip}
            </a>
            <ConsentBanner />
            <OfflineBanner />
            {lines && <SiteLines lines={lines} />}
            <TopBar viewer={viewer} unread={unread} waiting={waiting} isLimited={isLimited} />
            <NavigationStatus />
            {hasFlashMessage && <FlashMessageToast isSignedIn={viewer !== null} />}
            <main ref={page} id="page" tabIndex={-1}>
              {viewer?.isSecondStepWaived && <DeferredTeamNav place="page" />}
              {children}
            </main>
            {!isAgeUnknown && <Footer social={social} />}
            {!isLimited && <TabBar viewer={viewer} />}
          </DataPriceContext.Provider>
        </Toasts>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  // Here, not in the layout: error pages and cached pages do not know the viewer.
  const viewerId = loaderData.viewer?.id ?? null;
  // Somebody who has yet to say their age has signed in, and the browser keeps for them what it has of theirs.
  const { isAgeUnknown } = loaderData;
  // A cached page counts as an offline copy until it has data of its own. Otherwise it would look as if nobody were signed in, and the
  // player's data in this browser would be removed.
  const [initialData] = useState(loaderData);
  const isOfflineCopy = typeof document !== 'undefined' && isCachedPage() && loaderData === initialData;
  return (
    <>
      <Outlet />
      {!isOfflineCopy && !isAgeUnknown && <ViewerEffects viewerId={viewerId} saves={loaderData.saves} premiumEnd={loaderData.premiumEnd} />}
      {!isAgeUnknown && (
        <OfflineManagerLoader viewerId={viewerId} hasPremium={loaderData.premiumEnd !== null} isFromCache={isOfflineCopy} />
      )}
    </>
  );
}

type ViewerEffectsProps = { viewerId: string | null; saves: SaveOwner | null; premiumEnd: { inMs: number } | null };

function ViewerEffects({ viewerId, saves, premiumEnd }: ViewerEffectsProps) {
  useViewerSync(viewerId);
  useClearOtherPlayersStorage(viewerId);
  useRecordSaveOwner(saves);
  useLiveConnection(viewerId);
  usePremiumEnd(premiumEnd);
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isOffline = typeof navigator !== 'undefined' && !navigator.onLine && !isRouteErrorResponse(error);
  return isOffline || isNetworkError(error) ? <OfflineError /> : <ErrorPage error={error} />;
}

/** After a navigation to another page, keyboard and screen reader users start at its content, as on a newly loaded page. */
function useFocusOnNewPage() {
  const page = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return page;
}

/** The star trail loads last, and not at all on phones, with reduced motion, or when the data saver is on. */
function useStarTrail() {
  useEffect(() => {
    if (isDataSaverOn() || !matchMedia('(pointer: fine) and (prefers-reduced-motion: no-preference)').matches) return;
    const load = () => void importWithRetry(() => import('./web/star-trail.ts')).then((module) => module.startStarTrail());
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
    idle(load, { timeout: 5000 });
  }, []);
}
