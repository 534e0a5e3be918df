import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Cover } from '../../catalogue/ui/cover.tsx';
import { texts } from '../texts.ts';
import { Highlight } from './highlight.tsx';
import type { SearchState } from './use-search.ts';
import './search.css';

type SearchDropdownProps = { id: string; search: SearchState; active: number; onChoose: () => void };

/** Search results below the search field. */
export function SearchDropdown({ id, search, active, onChoose }: SearchDropdownProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('.on')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const results = search.state === 'done' ? search.results : null;
  const isEmpty = results?.games.length === 0;
  return (
    <div className="search-drop">
      <p className={isEmpty ? 'visually-hidden' : 'search-head'} role="status">
        {results === null ? texts.searching : isEmpty ? texts.none(results.query) : texts.heading(results.games.length)}
      </p>
      {isEmpty && (
        <div className="search-none">
          <b>{texts.none(results.query)}</b>
          <span>{texts.hint}</span>
        </div>
      )}
      <div ref={list} role="listbox" id={`${id}list`} aria-label={texts.label} hidden={!results || isEmpty}>
        {results?.games.map((game, index) => (
          <Link
            key={game.id}
            id={`${id}-${index}`}
            to={`/games/${game.id}`}
            role="option"
            aria-selected={index === active}
            className={index === active ? 'search-row on' : 'search-row'}
            tabIndex={-1}
            // The field keeps the focus, so that a slow press does not close the list under the finger.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onChoose}
          >
            <Cover src={game.cover} lazy={false} />
            <span>
              <b>
                <Highlight text={game.title || texts.untitled} query={results.query} />
              </b>
              <small>
                <Highlight text={game.developer || texts.unknownDeveloper} query={results.query} />
              </small>
            </span>
          </Link>
        ))}
      </div>
    </div>
  );
}
