import { use } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/**
 * Tells whether a step to another page, or the sending of a form, is under way at this very moment. What a component was drawn with
 * (`useNavigation`) may be older: React draws a step that was just begun a moment later, and until then a step of our own would break it
 * off together with what it was to send.
 */
export function useIsNavigating(): () => boolean {
  const context = use(DataRouterContext);
  return () => context !== null && context.router.state.navigation.state !== 'idle';
}
