import { startTransition, useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { importWithRetry } from './import-with-retry.ts';

/**
 * A component whose code the browser loads after the page. The server renders it, and the server's HTML stays until the code has loaded.
 * This is not React's `lazy`: a Suspense boundary that is not hydrated blocks every navigation until its code has loaded, and on a bad
 * network that may be never.
 * @param onServer the component in the server's build, null in the browser's
 * @param pending takes the place of the server's HTML meanwhile; it must be the same element, without its content ({@link preservedHtml})
 */
export function loadLater<Props extends object>(
  onServer: ComponentType<Props> | null,
  load: () => Promise<ComponentType<Props>>,
  pending: ReactElement,
): ComponentType<Props> {
  let loaded = onServer;
  return function LoadedLater(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      let isGone = false;
      void importWithRetry(load).then((component) => {
        loaded = component;
        // A transition does not show the fallback of a boundary inside for data that is there already.
        if (!isGone) startTransition(() => setComponent(() => component));
      });
      return () => {
        isGone = true;
      };
    }, []);
    return Component ? <Component {...props} /> : pending;
  };
}

/** Properties of an element that keeps its server-rendered content when React hydrates the page. */
export const preservedHtml = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' }, 'data-pending': '' } as const;
