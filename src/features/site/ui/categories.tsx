import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { urlForGameList } from '../../games/catalogue/schema.ts';
import { getClothClass, urlForSticker } from '../../games/catalogue/ui/genre-style.ts';
import { texts } from '../texts.ts';
import { useCarousel } from './use-carousel.ts';
import './categories.css';

/** Genre tiles: a grid on wide screens; on phones a carousel that advances by itself and can be stopped. */
export function Categories({ genres }: { genres: string[] }) {
  const { rail, at: currentIndex, turning: isAutoPlaying, setTurning: setAutoPlaying, onScroll } = useCarousel(genres.length);
  if (genres.length === 0) return null;
  return (
    <section className="section wrap later categories" aria-labelledby="categories">
      <div className="section-head">
        <h2 id="categories">{texts.home.categories}</h2>
      </div>
      <ul ref={rail} className="tiles" onScroll={onScroll}>
        {genres.map((genre) => (
          <li key={genre}>
            <Link className={`tile ${getClothClass(genre)}`} to={urlForGameList({ genre })}>
              {genre}
              <img src={urlForSticker(genre)} width="104" height="104" alt="" loading="lazy" />
            </Link>
          </li>
        ))}
      </ul>
      <div className="turner needs-js">
        {genres.map((genre, index) => (
          <i key={genre} className={index === currentIndex ? 'on' : undefined} />
        ))}
        <button
          type="button"
          className="icon-btn"
          aria-label={isAutoPlaying ? texts.home.pauseTurning : texts.home.goTurning}
          onClick={() => setAutoPlaying(!isAutoPlaying)}
        >
          <Icon icon={isAutoPlaying ? 'pause' : 'play'} />
        </button>
      </div>
    </section>
  );
}
