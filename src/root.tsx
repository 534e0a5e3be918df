import bagel from '@fontsource/bagel-fat-one/files/bagel-fat-one-latin-400-normal.woff2?url';
import lexend from '@fontsource-variable/lexend/files/lexend-latin-wght-normal.woff2?url';
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
import { useForgetMine } from './web/forget-mine.ts';
import { useSameViewer } from './features/accounts/ui/use-same-viewer.ts';
import { CONSENT_STYLE_ADDRESS } from './features/consent/schema.ts';
import { ConsentBanner } from './features/consent/ui/consent-banner.tsx';
import { texts } from './features/site/texts.ts';
import { OfflineBanner } from './features/offline/ui/offline-banner.tsx';
import { isCutOff, OfflineProblem } from './features/offline/ui/offline-problem.tsx';
import { OfflineWatch } from './features/offline/ui/offline-watch.tsx';
import { isKeptPage } from './features/offline/ui/use-network.ts';
import { viewSocial } from './features/site/service.server.ts';
import { Footer } from './features/site/ui/footer.tsx';
import { Going } from './features/site/ui/going.tsx';
import { Problem } from './features/site/ui/problem.tsx';
import { TabBar } from './features/site/ui/tab-bar.tsx';
import { TopBar } from './features/site/ui/top-bar.tsx';
import { countUnread } from './features/notifications/service.server.ts';
import { leadAway } from './features/settings/leaving/service.server.ts';
import { premiumEndsIn } from './features/subscriptions/access/service.server.ts';
import { codeOf } from './server/page-error.ts';
import { siteContext } from './server/site-context.ts';
import { Toasts } from './web/kit/toasts.tsx';
import { headScript } from './web/head-script.ts';
import { useNonce } from './web/nonce.ts';
import { isStepOutOfGame } from './web/playing.ts';
import { isSaving } from './web/saver.ts';
import { useForgetConvenient } from './web/use-consent.ts';
import { useLiveConnection } from './web/use-live-connection.ts';
import { usePremiumEnd } from './web/use-premium-end.ts';
import { loadLater } from './web/load-later.tsx';
import { untilThere } from './web/until-there.ts';
import styles from './web/styles.css?url';

// Most pages have none to tell.
const loadNews = async () => (await import('./features/accounts/ui/news.tsx')).NewsToast;
const NewsToast = loadLater(import.meta.env.SSR ? await loadNews() : null, loadNews, <noscript data-pending="" />);

/** What a page goes by that only says that something went wrong. */
const NOBODY = { viewer: null, unread: 0, isLeaving: false, social: [] };

/** What every page needs to know about who looks at it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { ctx, actor, viewer } = site;
  const away = leadAway(actor, new URL(request.url).pathname);
  if (away !== null) throw redirect(away);
  // A bell that cannot count must not take the page away.
  const logged =
    <T,>(instead: T) =>
    (error: unknown): T => (codeOf(site, error), instead);
  const [unread, premiumEnd] = await Promise.all([
    viewer === null ? 0 : countUnread(ctx, actor).catch(logged(0)),
    premiumEndsIn(ctx, actor).catch(logged(null)),
  ]);
  return {
    viewer,
    unread,
    premiumEnd,
    isLeaving: actor.kind === 'leaving',
    origin: ctx.config.origin,
    social: viewSocial(ctx),
  };
}

/** Who looks changes by an action (signing in or out), or when the same page is asked for anew; not by walking about. */
export function shouldRevalidate(step: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = step;
  if (isStepOutOfGame(step)) return false;
  const isAnew = formMethod === undefined ? currentUrl.href === nextUrl.href : formMethod !== 'GET';
  return isAnew && defaultShouldRevalidate;
}

export function links() {
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const;
  return [
    { ...font, href: bagel },
    { ...font, href: lexend },
    { rel: 'stylesheet', href: styles },
    { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ];
}

/** The document around every page, also around the pages that say that something went wrong. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { viewer, unread, isLeaving, social } = useRouteLoaderData<typeof loader>('root') ?? NOBODY;
  const page = useFocusOnNewPage();
  const hasNews = new URLSearchParams(useLocation().search).has('news');
  useStarTrail();
  useForgetConvenient();
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
          <link rel="stylesheet" href={CONSENT_STYLE_ADDRESS} />
        </noscript>
      </head>
      <body>
        <Toasts>
          <a className="skip" href="#page">
            {texts.skip}
          </a>
          <ConsentBanner />
          <OfflineBanner />
          <TopBar viewer={viewer} unread={unread} isLeaving={isLeaving} />
          <Going />
          {hasNews && <NewsToast isSignedIn={viewer !== null} />}
          <main ref={page} id="page" tabIndex={-1}>
            {children}
          </main>
          <Footer social={social} />
          {!isLeaving && <TabBar viewer={viewer} />}
        </Toasts>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  // Here, not in the layout: a page that only says that something went wrong does not know who looks; nor does one that was kept.
  const viewerId = loaderData.viewer?.id ?? null;
  // Until it has data of its own it is: as if nobody looked, what is here of its player would be taken away.
  const [first] = useState(loaderData);
  const isKept = typeof document !== 'undefined' && isKeptPage() && loaderData === first;
  return (
    <>
      <Outlet />
      {!isKept && <ViewerCare viewerId={viewerId} premiumEnd={loaderData.premiumEnd} />}
      <OfflineWatch viewerId={viewerId} hasPremium={loaderData.premiumEnd !== null} isKept={isKept} />
    </>
  );
}

function ViewerCare({ viewerId, premiumEnd }: { viewerId: string | null; premiumEnd: { inMs: number } | null }) {
  useSameViewer(viewerId);
  useForgetMine(viewerId);
  useLiveConnection(viewerId);
  usePremiumEnd(premiumEnd);
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isOffline = typeof navigator !== 'undefined' && !navigator.onLine && !isRouteErrorResponse(error);
  return isOffline || isCutOff(error) ? <OfflineProblem /> : <Problem error={error} />;
}

/** After a step to another page the keyboard and the screen reader begin at its content, as on a page that was loaded. */
function useFocusOnNewPage() {
  const page = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return page;
}

/** The stars are the last thing a page loads; where data is saved there are none. */
function useStarTrail() {
  useEffect(() => {
    if (isSaving()) return;
    const load = () => void untilThere(() => import('./web/star-trail.ts')).then((module) => module.startStarTrail());
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
    idle(load, { timeout: 5000 });
  }, []);
}
