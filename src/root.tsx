import bagel from '@fontsource/bagel-fat-one/files/bagel-fat-one-latin-400-normal.woff2?url';
import lexend from '@fontsource-variable/lexend/files/lexend-latin-wght-normal.woff2?url';
import { useEffect, useRef, type ReactNode } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { NewsToast } from './features/accounts/ui/news.tsx';
import { useSameViewer } from './features/accounts/ui/use-same-viewer.ts';
import { texts } from './features/site/texts.ts';
import { Footer } from './features/site/ui/footer.tsx';
import { Going } from './features/site/ui/going.tsx';
import { Problem } from './features/site/ui/problem.tsx';
import { TabBar } from './features/site/ui/tab-bar.tsx';
import { TopBar } from './features/site/ui/top-bar.tsx';
import { siteContext } from './server/site-context.ts';
import { Toasts } from './web/kit/toasts.tsx';
import { useNonce } from './web/nonce.ts';
import { THEME_SCRIPT } from './web/theme.ts';
import styles from './web/styles.css?url';

/** What every page needs to know about who looks at it. */
export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  return { viewer: site.viewer, origin: site.ctx.config.origin };
}

/** Who looks changes by an action (signing in or out), or when the same page is asked for anew; not by walking about. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
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
  ];
}

/** The document around every page, also around the pages that say that something went wrong. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const viewer = useRouteLoaderData<typeof loader>('root')?.viewer ?? null;
  const page = useFocusOnNewPage();
  useStarTrail();
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#FFC629" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10292E" media="(prefers-color-scheme: dark)" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <Meta />
        <Links />
      </head>
      <body>
        <Toasts>
          <a className="skip" href="#page">
            {texts.skip}
          </a>
          <TopBar viewer={viewer} />
          <Going />
          <NewsToast />
          <main ref={page} id="page" tabIndex={-1}>
            {children}
          </main>
          <Footer />
          <TabBar viewer={viewer} />
        </Toasts>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  // Here, not in the layout: a page that only says that something went wrong does not know who looks.
  useSameViewer(loaderData.viewer?.id ?? null);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} />;
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

/** The stars are the last thing a page loads. */
function useStarTrail() {
  useEffect(() => {
    const load = () => void import('./web/star-trail.ts').then((module) => module.startStarTrail());
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
    idle(load, { timeout: 5000 });
  }, []);
}
