import { LinkButton } from '../../../web/kit/button.tsx';
import { texts } from '../texts.ts';
import './creator.css';

/** Invites players to make games. */
export function Creator() {
  const { creator } = texts.home;
  return (
    <section className="section wrap later row-creator" aria-labelledby="creator">
      <div className="creator">
        <div className="creator-words">
          <h2 id="creator">{creator.title}</h2>
          <p>{creator.text}</p>
          <LinkButton variant="night" size="lg" to="/create">
            {creator.start}
          </LinkButton>
        </div>
        <img src="/brand/creator.svg" width="660" height="410" alt="" loading="lazy" />
      </div>
    </section>
  );
}
