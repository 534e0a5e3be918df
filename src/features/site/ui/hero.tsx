import { Flag, MessageCircle } from 'lucide-react';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Kombi } from '../../../web/kit/kombi.tsx';
import { texts } from '../texts.ts';

const TRUST_ICONS = [MessageCircle, Flag];

/** The first thing a visitor sees: a greeting, the way to the games, Kombi among a few of them. */
export function Hero() {
  const { home } = texts;
  return (
    <section className="hero cloth" aria-labelledby="greeting">
      <div className="wrap hero-grid">
        <div className="hero-words">
          <h1 id="greeting" lang="sw">
            {home.greeting}
          </h1>
          <p className="hero-meaning">{home.meaning}</p>
          <p className="hero-lead">{home.lead}</p>
          <div className="hero-acts">
            <LinkButton look="primary" size="lg" to="/games" prefetch="intent">
              {home.discover}
            </LinkButton>
            <LinkButton look="ghost" size="lg" to="/parents">
              {home.parents}
            </LinkButton>
          </div>
          <ul className="hero-trust">
            {home.trust.map((line, index) => (
              <li key={line}>
                <Icon of={TRUST_ICONS[index] ?? Flag} size="small" />
                {line}
              </li>
            ))}
          </ul>
        </div>
        <div className="stage" aria-hidden="true">
          <img className="sun" src="/brand/sun.svg" width="600" height="600" alt="" fetchPriority="low" />
          <img className="photo left" src="/brand/hero-left.svg" width="320" height="240" alt="" fetchPriority="low" />
          <img className="photo right" src="/brand/hero-right.svg" width="320" height="240" alt="" fetchPriority="low" />
          <Kombi mood="wave" />
          <img className="photo low" src="/brand/hero-low.svg" width="320" height="240" alt="" fetchPriority="low" />
          <img className="coin one" src="/brand/token.svg" width="40" height="44" alt="" fetchPriority="low" />
          <img className="coin two" src="/brand/token.svg" width="40" height="44" alt="" fetchPriority="low" />
          <img className="coin three" src="/brand/token.svg" width="40" height="44" alt="" fetchPriority="low" />
        </div>
      </div>
      <div className="pindo" />
    </section>
  );
}
