import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Note } from '../../../web/kit/note.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { News } from '../schema.ts';
import { news } from '../texts.ts';

/** Tells once what the last step led to (`?news=`), then takes it out of the address: a reload must not tell it again. */
export function NewsToast() {
  const location = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const told = useRef<string>(null);
  const asked = new URLSearchParams(location.search).get('news') ?? '';
  const found = Object.keys(news).includes(asked) ? news[asked as News] : null;

  useEffect(() => {
    if (!found || told.current === location.key) return;
    told.current = location.key;
    toast(found);
    const { pathname, hash, state } = location;
    const query = new URLSearchParams(location.search);
    query.delete('news');
    const to = { pathname, search: query.toString(), hash };
    void navigate(to, { replace: true, state, preventScrollReset: true, defaultShouldRevalidate: false });
  }, [found, location, navigate, toast]);

  return (
    // Always there: the server may have shared an answer in which it is empty, and React compares elements, not what is inside.
    <noscript>
      {found && (
        <div className="wrap news">
          <Note look={found.kind ?? 'good'} title={found.title}>
            <p>{found.text}</p>
            {found.link && <Link to={found.link.to}>{found.link.label}</Link>}
          </Note>
        </div>
      )}
    </noscript>
  );
}
