import { loadLater, preservedHtml } from '../../../web/load-later.tsx';
// The server renders the menu, so its styles do not wait for its code.
import './account-menu.css';

const loadAccountMenu = async () => (await import('./account-menu.tsx')).AccountMenu;

/** The account menu ({@link AccountMenu}). Most users are visitors: they do not load the code that only players need. */
export const DeferredAccountMenu = loadLater(
  import.meta.env.SSR ? await loadAccountMenu() : null,
  loadAccountMenu,
  <details className="account-menu" hidden {...preservedHtml} />,
);
