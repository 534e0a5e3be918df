import { Link } from 'react-router';
import { ALERT_SETTINGS_PATH } from '../schema.ts';
import { texts } from '../texts.ts';

/** The way to what calls the team, below the list of what waits. */
export function AlertSettingsLink() {
  return (
    <Link to={ALERT_SETTINGS_PATH} className="link moderation-link">
      {texts.link}
    </Link>
  );
}
