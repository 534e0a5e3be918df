import { useEffect } from 'react';

/**
 * Lets the browser ask before a page with unsaved changes is left. Links on the page leave it as a whole document meanwhile, because only then
 * the browser asks; the page is entered as one, so its Back button asks too.
 */
export function useUnsavedWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPage = link !== null && link.origin === location.origin && link.pathname !== location.pathname && link.target === '';
      if (!isPage) return;
      event.preventDefault();
      event.stopPropagation();
      location.assign(link.href);
    };
    addEventListener('beforeunload', onLeave);
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      removeEventListener('beforeunload', onLeave);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [isDirty]);
}
