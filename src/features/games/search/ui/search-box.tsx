import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Icon } from '../../../../web/kit/icon.tsx';
import { QUERY_MAX, QUERY_MIN } from '../schema.ts';
import { texts } from '../texts.ts';
import { SearchDrop } from './search-drop.tsx';
import { useSearch } from './use-search.ts';

/** The list closes this long after the field loses the focus, in milliseconds (spec 1, section 9). */
const CLOSE_MS = 200;

/** Search over the games: answers while one types; without JavaScript it is a form that leads to a list. */
export function SearchBox({ className = '' }: { className?: string }) {
  const id = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  // By id: when the newest answer arrives, the game that was just chosen stays chosen.
  const [chosen, setChosen] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const found = useSearch(text);
  const navigate = useNavigate();
  const location = useLocation();
  const games = found.state === 'done' ? found.results.games : [];
  const active = games.findIndex((game) => game.id === chosen);
  const shown = open && text.trim().length >= QUERY_MIN && found.state !== 'idle';

  useEffect(() => setOpen(false), [location.key]);
  useEffect(() => () => clearTimeout(closing.current), []);

  const choose = () => {
    setOpen(false);
    setText('');
    setChosen(null);
    field.current?.blur();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.preventDefault();
      event.nativeEvent.preventDefault();
      setOpen(false);
    }
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || games.length === 0) return;
    event.preventDefault();
    setOpen(true);
    // One past either end is the field itself.
    const step = event.key === 'ArrowDown' ? 1 : -1;
    setChosen(games[((active + 1 + step + games.length + 1) % (games.length + 1)) - 1]?.id ?? null);
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const game = shown ? games[active] : undefined;
    const query = text.trim();
    if (game) {
      choose();
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
          aria-expanded={shown && games.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(null);
            setOpen(true);
          }}
          onFocus={() => {
            clearTimeout(closing.current);
            setOpen(true);
          }}
          onBlur={() => {
            closing.current = setTimeout(() => setOpen(false), CLOSE_MS);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {shown && <SearchDrop id={id} found={found} active={active} onChoose={choose} />}
    </form>
  );
}
