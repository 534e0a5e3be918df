import { useLocation } from 'react-router';
import { isTeamPage } from '../../../shared/team-pages.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import { Note } from '../../../web/kit/note.tsx';
import { texts } from '../texts.ts';
import './demo-team-note.css';

/** On the team's pages: that demo mode lets this account in without the second step. */
export function DemoTeamNote({ viewer }: { viewer: Viewer | null }) {
  const { pathname } = useLocation();
  if (viewer?.isSecondStepWaived !== true || !isTeamPage(pathname)) return null;
  return (
    <div className="wrap demo-team-note">
      <Note>
        <p>{texts.demoTeam}</p>
      </Note>
    </div>
  );
}
