import { LinkButton } from '../../../web/kit/button.tsx';
import { SAVED_GAMES_PATH } from '../../games/saves/schema.ts';
import { texts } from '../saved-games.texts.ts';
import './settings.css';

/** Leads from the settings to what games saved. */
export function SavedGamesPanel() {
  return (
    <section className="panel" aria-labelledby="settings-saves">
      <h2 id="settings-saves">{texts.title}</h2>
      <p className="settings-hint">{texts.panelText}</p>
      <div className="settings-act">
        <LinkButton variant="secondary" to={SAVED_GAMES_PATH}>
          {texts.toPage}
        </LinkButton>
      </div>
    </section>
  );
}
