import { useLocation } from 'react-router';

/** Pages that belong to a navigation link although their path does not start with its path. */
const RELATED_PATHS: Record<string, RegExp> = {
  '/marketplace': /^\/(catalog|inventory|avatar-customization)\b/,
  '/friends': /^\/(profile\/.|groups\b)/,
  '/profile': /^\/settings\b/,
};

/**
 * The aria-current value of a navigation link: 'page' for the current page, 'true' if the current page is below it, otherwise undefined.
 */
export function useAriaCurrent(): (to: string) => 'page' | 'true' | undefined {
  const { pathname } = useLocation();
  return (to) => {
    if (pathname === to) return 'page';
    const isBelow = to !== '/' && to !== '/profile' && pathname.startsWith(`${to}/`);
    return isBelow || RELATED_PATHS[to]?.test(pathname) ? 'true' : undefined;
  };
}
