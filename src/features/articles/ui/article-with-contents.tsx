import { useId, type ReactNode } from 'react';
import type { ArticleBody } from '../schema.ts';
import { texts } from '../texts.ts';
import './article.css';
import './article-contents.css';

/** From this many headings on, a table of contents helps. */
const MIN_HEADINGS = 3;

/** A long text with its table of contents beside it, where there is room. */
export function ArticleWithContents({ article: { lead, parts }, children }: { article: ArticleBody; children: ReactNode }) {
  const headingId = useId();
  const headings = (blocks: ArticleBody['lead']) =>
    blocks.flatMap((block) => (block.type === 'heading' && block.level === 2 ? [{ id: block.id, title: block.words }] : []));
  const entries = [...headings(lead), ...parts.flatMap(({ id, title, blocks }) => [{ id, title }, ...headings(blocks)])];
  if (entries.length < MIN_HEADINGS) return <div className="article-reading">{children}</div>;
  return (
    <div className="article-reading with-contents">
      <nav className="contents" aria-labelledby={headingId}>
        <p id={headingId}>{texts.contents}</p>
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
