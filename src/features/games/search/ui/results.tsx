import { Link } from 'react-router';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { Cover } from '../../catalogue/ui/cover.tsx';
import type { SearchResults } from '../schema.ts';
import { texts } from '../texts.ts';
import { Highlight } from './highlight.tsx';
import './search.css';
import '../../catalogue/ui/games.css';

/** Search results as a page: the form leads here without JavaScript, and so does Enter with it. */
export function SearchResultsPage({ results }: { results: SearchResults }) {
  const { games, query } = results;
  return (
    <>
      <div className="cloth simulator list-band">
        <div className="wrap list-head">
          <h1>{texts.heading(games.length)}</h1>
        </div>
      </div>
      <div className="wrap results">
        {games.length === 0 ? (
          <EmptyState title={texts.none(query)} text={texts.hint} mood="oops" level={2}>
            <LinkButton variant="primary" multiline to="/games">
              {texts.all}
            </LinkButton>
          </EmptyState>
        ) : (
          <>
            <p className="muted">{texts.found(query)}</p>
            <ul className="result-list">
              {games.map((game) => (
                <li key={game.id}>
                  <Link className="search-row" to={`/games/${game.id}`}>
                    <Cover src={game.cover} />
                    <span>
                      <b>
                        <Highlight text={game.title || texts.untitled} query={query} />
                      </b>
                      <small>
                        <Highlight text={game.developer || texts.unknownDeveloper} query={query} />
                      </small>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <LinkButton variant="soft" to="/games">
              {texts.all}
            </LinkButton>
          </>
        )}
      </div>
    </>
  );
}
