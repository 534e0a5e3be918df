import { Crown } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Wordmark } from '../../../web/kit/wordmark.tsx';
import type { Viewer } from '../../accounts/schema.ts';
import { SignOutButton } from '../../accounts/ui/sign-out.tsx';
import { SearchBox } from '../../games/search/ui/search-box.tsx';
import { texts } from '../texts.ts';
import { Menu } from './menu.tsx';
import { ThemeButton } from './theme-button.tsx';

const PLACES = [
  ['/', texts.links.home],
  ['/games', texts.links.games],
  ['/marketplace', texts.links.marketplace],
  ['/friends', texts.links.friends],
] as const;

/** The yellow line on top of every page, with its kanga border. */
export function TopBar({ viewer }: { viewer: Viewer | null }) {
  return (
    <header className="bar">
      <div className="bar-row">
        <Link to="/" className="bar-logo" aria-label={texts.links.homeOfKiddo}>
          <Wordmark />
        </Link>
        <SearchBox className="desk-only" />
        <nav className="desk-only bar-nav" aria-label={texts.nav.main}>
          {PLACES.map(([to, label]) => (
            <NavLink key={to} to={to} end={to === '/'} className="nav-link">
              {label}
            </NavLink>
          ))}
          <Link to="/subscription" className="premium-link">
            <Icon of={Crown} />
            {texts.links.premium}
          </Link>
        </nav>
        <span className="bar-gap phone-only" />
        <ThemeButton className="desk-only" />
        {viewer === null ? (
          <>
            <NavLink to="/login" className="nav-link desk-only">
              {texts.links.logIn}
            </NavLink>
            <LinkButton to="/signup" size="sm" className="join">
              {texts.links.signUp}
            </LinkButton>
          </>
        ) : (
          <>
            <NavLink to="/profile" className="nav-link profile-link desk-only">
              <img className="avatar" src={viewer.avatar} width="32" height="32" alt="" />
              {texts.links.profile}
            </NavLink>
            <SignOutButton className="desk-only" />
          </>
        )}
        <Menu viewer={viewer} places={PLACES} />
      </div>
      <div className="pindo" />
    </header>
  );
}
