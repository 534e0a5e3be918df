import { useLocation } from 'react-router';

/** Pages that belong to a place of the bars though their address does not begin with its. */
const RELATED_PATHS: Record<string, RegExp> = {
  '/marketplace': /^\/(catalog|inventory|avatar-customization)\b/,
  '/friends': /^\/profile\/./,
  '/profile': /^\/settings\b/,
};

/** How a link of the bars stands to the page that is open: it is that page, that page lies below it, or neither. */
export function useAriaCurrent(): (to: string) => 'page' | 'true' | undefined {
  const { pathname } = useLocation();
  return (to) => {
    if (pathname === to) return 'page';
    const isBelow = to !== '/' && to !== '/profile' && pathname.startsWith(`${to}/`);
    return isBelow || RELATED_PATHS[to]?.test(pathname) ? 'true' : undefined;
  };
}
