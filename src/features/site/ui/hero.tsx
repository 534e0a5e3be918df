import { CachedContent } from '../../../web/cached-content.tsx';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Kombi } from '../../../web/kit/kombi.tsx';
import { texts } from '../texts.ts';
import { usePrefetch } from '../../../web/use-data-saver.ts';
import './hero.css';
import './hero-signed-in.css';

const TRUST_ICONS = ['message-circle', 'flag'] as const;

/**
 * The hero of the home page: a greeting, a link to the games, and Kombi among a few of them. A signed-in player gets a short greeting by
 * name, so that their own games stay near. @param props.name null for visitors
 */
export function Hero({ name }: { name: string | null }) {
  const className = name === null ? 'hero cloth' : 'hero again cloth';
  return <CachedContent as="section" className={className} aria-labelledby="greeting" component={HeroContent} props={{ name }} />;
}

function HeroContent({ name }: { name: string | null }) {
  const prefetch = usePrefetch();
  const { home } = texts;
  return (
    <>
      <div className="wrap hero-grid">
        <div className="hero-words">
          {name !== null && (
            <p className="hero-name">
              <span lang="sw">{home.again.greeting}</span>, {name}
            </p>
          )}
          <h1 id="greeting" lang="sw">
            {home.greeting}
          </h1>
          <p className="hero-meaning">{name === null ? home.meaning : home.again.meaning}</p>
          <p className="hero-lead">{name === null ? home.lead : home.again.lead}</p>
          <div className="hero-acts">
            <LinkButton variant="primary" size="lg" className="hero-discover" to="/games" prefetch={prefetch}>
              {home.discover}
            </LinkButton>
            {name === null && (
              <LinkButton variant="ghost" size="lg" to="/parents">
                {home.parents}
              </LinkButton>
            )}
          </div>
          <ul className="hero-trust">
            {home.trust.map((line, index) => (
              <li key={line}>
                <Icon icon={TRUST_ICONS[index] ?? 'flag'} size="small" />
                {line}
              </li>
            ))}
          </ul>
        </div>
        <div className="stage" aria-hidden="true">
          <img className="sun" src="/brand/sun.svg" width="600" height="600" alt="" fetchPriority="low" />
          <img className="photo left" src="/brand/hero-left.svg" width="320" height="240" alt="" loading="lazy" fetchPriority="low" />
          <img className="photo right" src="/brand/hero-right.svg" width="320" height="240" alt="" loading="lazy" fetchPriority="low" />
          <Kombi mood="wave" />
          <img className="photo low" src="/brand/hero-low.svg" width="320" height="240" alt="" loading="lazy" fetchPriority="low" />
          <img className="coin one" src="/brand/token.svg" width="40" height="44" alt="" loading="lazy" fetchPriority="low" />
          <img className="coin two" src="/brand/token.svg" width="40" height="44" alt="" loading="lazy" fetchPriority="low" />
          <img className="coin three" src="/brand/token.svg" width="40" height="44" alt="" loading="lazy" fetchPriority="low" />
        </div>
      </div>
      <div className="pindo" />
    </>
  );
}
