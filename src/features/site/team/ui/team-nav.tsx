import { useLocation } from 'react-router';
import { isTeamPage } from '../../../../shared/team-pages.ts';
import type { Viewer } from '../../../../shared/viewer.ts';
import type { WaitingCounts } from '../../../case-queue/schema.ts';
import { DemoTeamNote } from './demo-team-note.tsx';
import { TeamTabs } from './team-tabs.tsx';
import { WaitingBadge } from './waiting-badge.tsx';

type TeamNavProps =
  /** In the top bar: the number of what waits, from the page data. */
  | { place: 'bar'; waiting: WaitingCounts }
  /** In the place of the tab bar. */
  | { place: 'tabs'; role: Viewer['role'] }
  /** Above the page. */
  | { place: 'page' };

/**
 * What only the team has around the pages. It is one component for all places, so that its code loads once, and the tabs are there at once when
 * somebody goes to a page of the team.
 */
export function TeamNav(props: TeamNavProps) {
  const { pathname } = useLocation();
  return (
    <div className="team">
      {props.place === 'bar' && <WaitingBadge waiting={props.waiting} />}
      {props.place === 'tabs' && <TeamTabs role={props.role} />}
      {props.place === 'page' && isTeamPage(pathname) && <DemoTeamNote />}
    </div>
  );
}
