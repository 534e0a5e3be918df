import { useNavigation } from 'react-router';
import { texts } from '../texts.ts';
import './navigation-status.css';

/** Says that the next page is loading: on a slow network a click must not seem to do nothing. */
export function NavigationStatus() {
  const { location } = useNavigation();
  const path = location?.pathname;
  const text = !path
    ? ''
    : path.startsWith('/games/')
      ? texts.going.game
      : path === '/games' || path === '/'
        ? texts.going.games
        : texts.going.page;
  return (
    <div className={path ? 'going on' : 'going'} role="status">
      <span className="going-text">{text}</span>
    </div>
  );
}
