import { Link, useLocation } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import { loadLater, preservedHtml } from '../../../web/load-later.tsx';
import { isTeamPage } from '../../../shared/team-pages.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import { texts } from '../texts.ts';
import { DeferredAccountMenu } from './deferred-account-menu.tsx';
import { useAriaCurrent } from './use-aria-current.ts';
import './tab-bar.css';

const loadTeamTabs = async () => (await import('../../case-queue/badge/ui/team-tabs.tsx')).TeamTabs;
const TeamTabs = loadLater(
  import.meta.env.SSR ? await loadTeamTabs() : null,
  loadTeamTabs,
  <nav className="tab-bar phone-only" {...preservedHtml} />,
);

/** The tab bar on phones, within reach of the thumb: five links, or four and the player's own menu. The team's pages have tabs of their own. */
export function TabBar({ viewer }: { viewer: Viewer | null }) {
  const getAriaCurrent = useAriaCurrent();
  const { pathname } = useLocation();
  if (viewer !== null && viewer.role !== 'player' && isTeamPage(pathname)) return <TeamTabs role={viewer.role} />;
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
