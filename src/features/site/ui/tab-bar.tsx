import { CircleUserRound, Gamepad2, House, ShoppingBag, Users } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { Viewer } from '../../../shared/viewer.ts';
import { texts } from '../texts.ts';
import { DeferredAccountMenu } from './deferred-account-menu.tsx';
import { useAriaCurrent } from './use-aria-current.ts';
import './tab-bar.css';

/** The tab bar on phones, within reach of the thumb: five links, or four and the player's own menu. */
export function TabBar({ viewer }: { viewer: Viewer | null }) {
  const getAriaCurrent = useAriaCurrent();
  const tabs = [
    { to: '/', label: texts.links.home, icon: House },
    { to: '/games', label: texts.links.games, icon: Gamepad2 },
    { to: '/friends', label: texts.links.friends, icon: Users },
    { to: '/marketplace', label: texts.links.market, icon: ShoppingBag },
    ...(viewer === null ? [{ to: '/login', label: texts.links.logIn, icon: CircleUserRound }] : []),
  ];
  return (
    <nav className="tab-bar phone-only" aria-label={texts.nav.phone}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={getAriaCurrent(tab.to)}>
          <span>
            <Icon icon={tab.icon} />
          </span>
          {tab.label}
        </Link>
      ))}
      {viewer !== null && <DeferredAccountMenu key={viewer.id} viewer={viewer} place="tab" />}
    </nav>
  );
}
