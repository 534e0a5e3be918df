import { Pause, Play } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { addressOfList } from '../../games/catalogue/schema.ts';
import { clothOf, stickerOf } from '../../games/catalogue/ui/genre-look.ts';
import { texts } from '../texts.ts';
import { useTurning } from './use-turning.ts';

/** Genre tiles: a grid on wide screens; on phones a carousel that turns by itself and can be stopped. */
export function Categories({ genres }: { genres: string[] }) {
  const { rail, at, turning, setTurning, onScroll } = useTurning(genres.length);
  if (genres.length === 0) return null;
  return (
    <section className="section wrap later categories" aria-labelledby="categories">
      <div className="section-head">
        <h2 id="categories">{texts.home.categories}</h2>
      </div>
      <ul ref={rail} className="tiles" onScroll={onScroll}>
        {genres.map((genre) => (
          <li key={genre}>
            <Link className={`tile ${clothOf(genre)}`} to={addressOfList({ genre })}>
              {genre}
              <img src={stickerOf(genre)} width="104" height="104" alt="" loading="lazy" />
            </Link>
          </li>
        ))}
      </ul>
      <div className="turner needs-js">
        {genres.map((genre, index) => (
          <i key={genre} className={index === at ? 'on' : undefined} />
        ))}
        <button
          type="button"
          className="icon-btn"
          aria-label={turning ? texts.home.pauseTurning : texts.home.goTurning}
          onClick={() => setTurning(!turning)}
        >
          <Icon icon={turning ? Pause : Play} />
        </button>
      </div>
    </section>
  );
}
