import { Link, useLocation } from 'react-router';
import type { Viewer } from '../../../../shared/viewer.ts';
import { Icon } from '../../../../web/kit/icon.tsx';
import type { IconName } from '../../../../web/kit/icon-names.ts';
import { CASE_QUEUE_PATH } from '../../../case-queue/schema.ts';
import { findCurrentTab } from '../rules.ts';
import { texts } from '../texts.ts';

type Tab = { to: string; label: string; icon: IconName };

/** The tab bar of phones on the team's own pages: the queues, and the way back to the site. */
export function TeamTabs({ role }: { role: Viewer['role'] }) {
  const { pathname } = useLocation();
  const tabs: Tab[] = [
    { to: CASE_QUEUE_PATH, label: texts.waiting, icon: 'shield' },
    { to: `${CASE_QUEUE_PATH}/players`, label: texts.tabs.players, icon: 'users' },
    { to: `${CASE_QUEUE_PATH}/games`, label: texts.tabs.games, icon: 'gamepad-2' },
    role === 'operator'
      ? { to: '/operator', label: texts.tabs.overview, icon: 'layout-dashboard' }
      : { to: `${CASE_QUEUE_PATH}/pictures`, label: texts.tabs.pictures, icon: 'image' },
    { to: '/', label: texts.tabs.site, icon: 'house' },
  ];
  const current = findCurrentTab(tabs, pathname);
  return (
    <nav className="tab-bar phone-only" aria-label={texts.tabs.label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab !== current ? undefined : pathname === tab.to ? 'page' : 'true'}>
          <span>
            <Icon icon={tab.icon} />
          </span>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
