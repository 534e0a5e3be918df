import { Menu as Lines, Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { Viewer } from '../../accounts/schema.ts';
import { SignOutButton } from '../../accounts/ui/sign-out.tsx';
import { SearchBox } from '../../games/search/ui/search-box.tsx';
import { texts } from '../texts.ts';
import { ThemeButton } from './theme-button.tsx';

type MenuProps = { viewer: Viewer | null; places: readonly (readonly [string, string])[] };

/** Search and links on narrow screens. A <details>, so that it opens without JavaScript too. */
export function Menu({ viewer, places }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const location = useLocation();
  const mine =
    viewer === null
      ? ([
          ['/login', texts.links.logIn],
          ['/signup', texts.links.signUp],
        ] as const)
      : ([['/profile', texts.links.profile]] as const);

  useEffect(() => {
    if (ref.current) ref.current.open = false;
  }, [location.key]);

  useEffect(() => {
    const close = (event: Event) => {
      const menu = ref.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent) {
        // An open list of search results takes the first Escape for itself.
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
  }, []);

  const openSearch = () => {
    const menu = ref.current;
    if (!menu) return;
    menu.open = true;
    menu.querySelector('input')?.focus();
  };

  return (
    <div className="phone-only bar-menu">
      <button
        type="button"
        className="icon-btn needs-js"
        aria-label={texts.nav.openSearch}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={openSearch}
      >
        <Icon of={Search} />
      </button>
      <details ref={ref} className="menu">
        <summary className="icon-btn" aria-label={texts.nav.menu}>
          <Icon of={Lines} className="when-closed" />
          <Icon of={X} className="when-open" />
        </summary>
        <div className="menu-sheet">
          <SearchBox />
          <nav className="menu-links" aria-label={texts.nav.menu}>
            {[...places, ['/subscription', texts.links.premium] as const, ...mine].map(([to, label]) => (
              <Link key={to} to={to} className="menu-link" aria-current={location.pathname === to ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          <div className="menu-links">
            <ThemeButton withWord />
            {viewer && <SignOutButton buttonClassName="menu-link" withWord />}
          </div>
        </div>
      </details>
    </div>
  );
}
