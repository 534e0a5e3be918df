import { useId, type ReactNode } from 'react';
import type { Body } from '../schema.ts';
import { texts } from '../texts.ts';

/** From so many headings on a list of them helps. */
const ENOUGH = 3;

/** A long text and, where there is room beside it, the list of its headings. */
export function Reading({ of: { lead, parts }, children }: { of: Body; children: ReactNode }) {
  const name = useId();
  const headings = (blocks: Body['lead']) =>
    blocks.flatMap((block) => (block.is === 'heading' && block.level === 2 ? [{ id: block.id, title: block.words }] : []));
  const entries = [...headings(lead), ...parts.flatMap(({ id, title, blocks }) => [{ id, title }, ...headings(blocks)])];
  if (entries.length < ENOUGH) return <div className="article-reading">{children}</div>;
  return (
    <div className="article-reading with-contents">
      <nav className="contents" aria-labelledby={name}>
        <p id={name}>{texts.contents}</p>
        <ul>
          {entries.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="article-column">{children}</div>
    </div>
  );
}
