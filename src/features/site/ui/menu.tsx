import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { useDismissDetails } from '../../../web/kit/use-dismiss.ts';
import { SearchBox } from '../../games/search/ui/search-box.tsx';
import { DataSaverToggle } from '../../data-saver/ui/data-saver-toggle.tsx';
import { texts } from '../texts.ts';
import { ThemeButton } from './theme-button.tsx';
import { useAriaCurrent } from './use-aria-current.ts';
import './menu.css';

type MenuProps = {
  isSignedIn: boolean;
  links: readonly (readonly [string, string])[];
  /** Shown in the bar between the search and the menu button; visible on wide screens too. */
  children: ReactNode;
};

/** For a player, these pages are in the menu of their account. */
const VISITOR_LINKS = [
  ['/login', texts.links.logIn],
  ['/signup', texts.links.signUp],
] as const;

/** Search and links on narrow screens. A <details>, so that it opens without JavaScript too. */
export function Menu({ isSignedIn, links, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const getAriaCurrent = useAriaCurrent();
  useDismissDetails(ref);

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
        <Icon icon="search" />
      </button>
      {children}
      <details ref={ref} className="menu phone-only">
        <summary className="icon-btn" aria-label={texts.nav.menu}>
          <Icon icon="menu" className="when-closed" />
          <Icon icon="x" className="when-open" />
        </summary>
        <div className="menu-sheet" data-keep-clear>
          <SearchBox isSignedIn={isSignedIn} />
          <nav className="menu-links" aria-label={texts.nav.menu}>
            {[...links, ['/subscription', texts.links.premium] as const, ...(isSignedIn ? [] : VISITOR_LINKS)].map(([to, label]) => (
              <Link key={to} to={to} className="menu-link" aria-current={getAriaCurrent(to)}>
                {label}
              </Link>
            ))}
          </nav>
          <div className="menu-links">
            <ThemeButton withLabel />
            <DataSaverToggle className="menu-link" />
          </div>
        </div>
      </details>
    </>
  );
}
