import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '../../../../web/kit/icon.tsx';
import { QUERY_MAX, QUERY_MIN } from '../schema.ts';
import { texts } from '../texts.ts';
import { SearchDropdown } from './search-dropdown.tsx';
import { useSearch } from './use-search.ts';
import './search.css';

/** The list closes this long after the field loses focus, in milliseconds (spec 1, section 9). */
const CLOSE_MS = 200;

/** Game search with results while typing; without JavaScript it is a form that leads to a results page. */
export function SearchBox({ className = '' }: { className?: string }) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  // By id: when a newer response arrives, the active game stays active.
  const [activeId, setActiveId] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = useSearch(text);
  const navigate = useNavigate();
  const location = useLocation();
  const games = search.state === 'done' ? search.results.games : [];
  const activeIndex = games.findIndex((game) => game.id === activeId);
  const isShown = isOpen && text.trim().length >= QUERY_MIN && search.state !== 'idle';

  useEffect(() => setOpen(false), [location.key]);
  useEffect(() => () => clearTimeout(closeTimer.current), []);

  const reset = () => {
    setOpen(false);
    setText('');
    setActiveId(null);
    field.current?.blur();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      event.nativeEvent.preventDefault();
      setOpen(false);
    }
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || games.length === 0) return;
    event.preventDefault();
    setOpen(true);
    // One step past either end is the field itself.
    const step = event.key === 'ArrowDown' ? 1 : -1;
    setActiveId(games[((activeIndex + 1 + step + games.length + 1) % (games.length + 1)) - 1]?.id ?? null);
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const game = isShown ? games[activeIndex] : undefined;
    const query = text.trim();
    if (game) {
      reset();
      void navigate(`/games/${game.id}`);
    } else if (query.length >= QUERY_MIN) {
      setOpen(false);
      field.current?.blur();
      void navigate(`/games?q=${encodeURIComponent(query)}`);
    }
  };

  return (
    <form className={`search ${className}`} role="search" action="/games" method="get" onSubmit={onSubmit}>
      <label className="search-field">
        <Icon icon={Search} />
        <span className="aloud">{texts.label}</span>
        <input
          ref={field}
          type="search"
          name="q"
          value={text}
          maxLength={QUERY_MAX}
          placeholder={texts.label}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown && games.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={isShown && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setActiveId(null);
            setOpen(true);
          }}
          onFocus={() => {
            clearTimeout(closeTimer.current);
            setOpen(true);
          }}
          onBlur={() => {
            closeTimer.current = setTimeout(() => setOpen(false), CLOSE_MS);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {isShown && <SearchDropdown id={id} search={search} active={activeIndex} onChoose={reset} />}
    </form>
  );
}
