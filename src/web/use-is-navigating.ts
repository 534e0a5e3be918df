import { use } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/**
 * Returns a function that tells whether a navigation or a form submission is in progress right now. The rendered state (`useNavigation`)
 * may be out of date: React renders a new navigation a moment later. If we started a navigation of our own in that moment, it would cancel
 * the pending one, together with its form data.
 */
export function useIsNavigating(): () => boolean {
  const context = use(DataRouterContext);
  return () => context !== null && context.router.state.navigation.state !== 'idle';
}
