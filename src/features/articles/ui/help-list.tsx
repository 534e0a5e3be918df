import { Link } from 'react-router';
import { PICTURE_SIZE, type HelpCard } from '../schema.ts';
import './article-lists.css';

/** Help articles, each with its picture and its description, or only their titles. */
export function HelpList({ articles, isShort = false }: { articles: HelpCard[]; isShort?: boolean }) {
  return (
    <ul className="help-list">
      {articles.map(({ slug, title, description, picture }) => (
        <li key={slug}>
          <Link to={`/help/${slug}`}>
            {!isShort && <img src={picture.src} {...PICTURE_SIZE} alt="" loading="lazy" />}
            <b>{title}</b>
            {!isShort && <span>{description}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
