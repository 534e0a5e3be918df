import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import { texts } from '../texts.ts';
import { DeferredAccountMenu } from './deferred-account-menu.tsx';
import { DeferredTeamNav } from './deferred-team-nav.tsx';
import { useAriaCurrent } from './use-aria-current.ts';
import './tab-bar.css';

/** The tab bar on phones, within reach of the thumb: five links, or four and the player's own menu. The team's pages have tabs of their own. */
export function TabBar({ viewer }: { viewer: Viewer | null }) {
  const getAriaCurrent = useAriaCurrent();
  if (viewer && viewer.role !== 'player' && (getAriaCurrent('/moderation') ?? getAriaCurrent('/operator')))
    return <DeferredTeamNav place="tabs" role={viewer.role} />;
  const tabs: { to: string; label: string; icon: IconName }[] = [
    { to: '/', label: texts.links.home, icon: 'house' },
    { to: '/games', label: texts.links.games, icon: 'gamepad-2' },
    { to: '/friends', label: texts.links.friends, icon: 'users' },
    { to: '/marketplace', label: texts.links.market, icon: 'shopping-bag' },
    ...(viewer === null ? [{ to: '/login', label: texts.links.logIn, icon: 'circle-user-round' as const }] : []),
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
