import { Link } from 'react-router';
import type { HelpCard } from '../schema.ts';
import './article-lists.css';

/** Help articles, each with its description, or only their titles. */
export function HelpList({ articles, isShort = false }: { articles: HelpCard[]; isShort?: boolean }) {
  return (
    <ul className="help-list">
      {articles.map(({ slug, title, description }) => (
        <li key={slug}>
          <Link to={`/help/${slug}`}>
            <b>{title}</b>
            {!isShort && <span>{description}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
