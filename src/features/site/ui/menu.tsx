import { Menu as Lines, Search, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { Viewer } from '../../../shared/viewer.ts';
import { SignOutButton } from './sign-out.tsx';
import { SearchBox } from '../../games/search/ui/search-box.tsx';
import { DataSaverToggle } from '../../data-saver/ui/data-saver-toggle.tsx';
import { texts } from '../texts.ts';
import { ThemeButton } from './theme-button.tsx';
import { useAriaCurrent } from './use-aria-current.ts';
import './menu.css';

type MenuProps = {
  viewer: Viewer | null;
  links: readonly (readonly [string, string])[];
  /** Shown in the bar between the search and the menu button; visible on wide screens too. */
  children: ReactNode;
};

/** Search and links on narrow screens. A <details>, so that it opens without JavaScript too. */
export function Menu({ viewer, links, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const getAriaCurrent = useAriaCurrent();
  useCloseOnNavigation(ref);
  useDismiss(ref);

  const openSearch = () => {
    const menu = ref.current;
    if (!menu) return;
    menu.open = true;
    menu.querySelector('input')?.focus();
  };

  return (
    <>
      <button
        type="button"
        className="icon-btn needs-js phone-only"
        aria-label={texts.nav.openSearch}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={openSearch}
      >
        <Icon icon={Search} />
      </button>
      {children}
      <details ref={ref} className="menu phone-only">
        <summary className="icon-btn" aria-label={texts.nav.menu}>
          <Icon icon={Lines} className="when-closed" />
          <Icon icon={X} className="when-open" />
        </summary>
        <div className="menu-sheet">
          <SearchBox />
          <nav className="menu-links" aria-label={texts.nav.menu}>
            {[...links, ['/subscription', texts.links.premium] as const, ...listAccountLinks(viewer)].map(([to, label]) => (
              <Link key={to} to={to} className="menu-link" aria-current={getAriaCurrent(to)}>
                {label}
              </Link>
            ))}
          </nav>
          <div className="menu-links">
            <ThemeButton withLabel />
            <DataSaverToggle className="menu-link" />
            {viewer && <SignOutButton buttonClassName="menu-link" withLabel />}
          </div>
        </div>
      </details>
    </>
  );
}

function listAccountLinks(viewer: Viewer | null) {
  if (viewer === null)
    return [
      ['/login', texts.links.logIn],
      ['/signup', texts.links.signUp],
    ] as const;
  return [
    ['/profile', texts.links.profile] as const,
    ...(viewer.role === 'player' ? [] : [['/moderation', texts.links.moderation] as const]),
    ...(viewer.role === 'operator' ? [['/operator', texts.links.operator] as const] : []),
  ];
}

/**
 * Navigation closes the menu. Hydration and replacing only the query of the current URL do not, so that a menu opened meanwhile stays open.
 */
function useCloseOnNavigation(ref: RefObject<HTMLDetailsElement | null>): void {
  const location = useLocation();
  const navigationType = useNavigationType();
  const previousLocation = useRef(location);
  useEffect(() => {
    const { key, pathname } = previousLocation.current;
    previousLocation.current = location;
    if (key === location.key || (navigationType === NavigationType.Replace && pathname === location.pathname)) return;
    const menu = ref.current;
    if (menu) menu.open = false;
  }, [ref, location, navigationType]);
}

/** Closes an open menu on Escape and on a press outside of it. */
function useDismiss(ref: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = (event: Event) => {
      const menu = ref.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        // An open list of search results handles the first Escape.
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        menu.querySelector('summary')?.focus();
        menu.open = false;
      } else if (event.target instanceof Node && !menu.contains(event.target)) {
        menu.open = false;
      }
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, [ref]);
}
