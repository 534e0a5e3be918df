import { Note } from '../../../../web/kit/note.tsx';
import { texts } from '../texts.ts';

/** On the team's pages: that demo mode lets this account in without the second step. */
export function DemoTeamNote() {
  return (
    <div className="wrap demo-team-note">
      <Note>
        <p>{texts.demoTeam}</p>
      </Note>
    </div>
  );
}
