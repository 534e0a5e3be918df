import { loadLater, preservedHtml } from '../../../web/load-later.tsx';
// The server renders it, so its styles do not wait for its code.
import '../team/ui/demo-team-note.css';
import '../team/ui/waiting-badge.css';

const load = async () => (await import('../team/ui/team-nav.tsx')).TeamNav;

/** What only the team has around the pages (team/ui/team-nav.tsx). Nobody else loads its code. */
export const DeferredTeamNav = loadLater(import.meta.env.SSR ? await load() : null, load, <div className="team" {...preservedHtml} />);
