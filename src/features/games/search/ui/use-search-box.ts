import { useEffect, useRef, useState, type ChangeEvent, type FormEvent, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { QUERY_MIN } from '../schema.ts';
import { useSearch } from './use-search.ts';

/** The list closes this long after the field loses focus, in milliseconds (spec 1, section 9). */
const CLOSE_MS = 200;

/** What is typed into the search field, the list of results below it, and which of them the arrow keys have reached. */
export function useSearchBox(isSignedIn: boolean) {
  const [text, setText] = useState('');
  const [isOpen, setOpen, focusProps] = useListOpen();
  // By id: when a newer response arrives, the active game stays active.
  const [activeId, setActiveId] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const search = useSearch(text, isSignedIn);
  const navigate = useNavigate();
  const games = search.state === 'done' ? search.results.games : [];
  const activeIndex = games.findIndex((game) => game.id === activeId);
  const isShown = isOpen && text.trim().length >= QUERY_MIN && search.state !== 'idle';

  const close = () => {
    setOpen(false);
    field.current?.blur();
  };
  const reset = () => {
    close();
    setText('');
    setActiveId(null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
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
      close();
      void navigate(`/games?q=${encodeURIComponent(query)}`);
    }
  };

  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    setText(event.target.value);
    setActiveId(null);
    setOpen(true);
  };
  const fieldProps = { ref: field, value: text, onChange, onKeyDown, ...focusProps };
  return { search, games, activeIndex, isShown, reset, onSubmit, fieldProps };
}

/** Whether the list of results is open: while the field has the focus, and a moment longer, so that a result can be pressed. */
function useListOpen() {
  const [isOpen, setOpen] = useState(false);
  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  useEffect(() => () => clearTimeout(closeTimer.current), []);
  const onFocus = () => {
    clearTimeout(closeTimer.current);
    setOpen(true);
  };
  const onBlur = () => {
    closeTimer.current = setTimeout(() => setOpen(false), CLOSE_MS);
  };
  return [isOpen, setOpen, { onFocus, onBlur }] as const;
}
