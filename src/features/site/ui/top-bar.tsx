import { Link } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Wordmark } from '../../../web/kit/wordmark.tsx';
import { preservedHtml, loadLater } from '../../../web/load-later.tsx';
import type { Viewer } from '../../../shared/viewer.ts';
import type { WaitingCounts } from '../../case-queue/schema.ts';
import { SearchBox } from '../../games/search/ui/search-box.tsx';
import { texts } from '../texts.ts';
import { DeferredAccountMenu } from './deferred-account-menu.tsx';
import { DeferredTeamNav } from './deferred-team-nav.tsx';
import { Menu } from './menu.tsx';
import { ThemeButton } from './theme-button.tsx';
import { useAriaCurrent } from './use-aria-current.ts';
import './top-bar.css';
// The server renders the bell, so its styles do not wait for its code.
import '../../notifications/ui/bell.css';

// Most users are visitors: they do not load the code that only players need.
const loadBell = async () => (await import('../../notifications/ui/bell.tsx')).Bell;
const Bell = loadLater(import.meta.env.SSR ? await loadBell() : null, loadBell, <div className="bell" {...preservedHtml} />);

// Hardly any page shows it.
const loadSignOutBar = async () => (await import('./sign-out-bar.tsx')).SignOutBar;
const SignOutBar = loadLater(
  import.meta.env.SSR ? await loadSignOutBar() : null,
  loadSignOutBar,
  <header className="bar" {...preservedHtml} />,
);

const NAV_LINKS = [
  ['/', texts.links.home],
  ['/games', texts.links.games],
  ['/marketplace', texts.links.marketplace],
  ['/friends', texts.links.friends],
] as const;

type TopBarProps = {
  viewer: Viewer | null;
  /** Number of the viewer's unread notifications when the page was loaded; 0 for visitors. */
  unread: number;
  /** What waits for the team when the page was loaded; null for everybody else. */
  waiting: WaitingCounts | null;
  /** The viewer is signed in, and one page is open to them: hardly any link leads somewhere. */
  isLimited: boolean;
};

/** The yellow bar at the top of every page, with its kanga border. */
export function TopBar({ viewer, unread, waiting, isLimited }: TopBarProps) {
  const getAriaCurrent = useAriaCurrent();
  if (isLimited) return <SignOutBar />;
  return (
    <header className="bar">
      <div className="bar-row">
        <Link to="/" className="bar-logo" aria-label={texts.links.homeOfKiddo}>
          <Wordmark />
        </Link>
        <SearchBox className="desk-only" isSignedIn={viewer !== null} />
        <nav className="desk-only bar-nav" aria-label={texts.nav.main}>
          {NAV_LINKS.map(([to, label]) => (
            <Link key={to} to={to} className="nav-link" aria-current={getAriaCurrent(to)}>
              {label}
            </Link>
          ))}
          {waiting === null && (
            <Link to="/subscription" className="premium-link" aria-current={getAriaCurrent('/subscription')}>
              <Icon icon="crown" />
              {texts.links.premium}
            </Link>
          )}
        </nav>
        <span className="bar-gap phone-only" />
        {viewer === null && (
          <>
            <ThemeButton className="desk-only" />
            <Link to="/login" className="nav-link desk-only" aria-current={getAriaCurrent('/login')}>
              {texts.links.logIn}
            </Link>
            <LinkButton to="/signup" variant="on-bar" size="sm" multiline className="bar-sign-up">
              {texts.links.signUp}
            </LinkButton>
          </>
        )}
        <Menu isSignedIn={viewer !== null} links={NAV_LINKS}>
          {viewer !== null && (
            <>
              {/* The keys give each player a bell and a menu of their own: no state of the previous player remains. */}
              {waiting !== null && <DeferredTeamNav place="bar" waiting={waiting} />}
              <Bell key={viewer.id} unread={unread} />
              <DeferredAccountMenu key={`account of ${viewer.id}`} viewer={viewer} place="bar" />
            </>
          )}
        </Menu>
      </div>
      <div className="pindo" />
    </header>
  );
}
