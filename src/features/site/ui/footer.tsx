import { Link } from 'react-router';
import { Wordmark } from '../../../web/kit/wordmark.tsx';
import { texts } from '../texts.ts';

/** Brand marks are not part of the icon set: each is one path, in the hand of the others. */
const MARKS: Record<string, string> = {
  Facebook: 'M15 4h-2a4 4 0 0 0-4 4v12M6 12h8',
  Instagram: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM17 7h.01',
  YouTube: 'M6 5h12a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4ZM10 9.5v5l4.5-2.5z',
};

/** The end of every page. */
export function Footer() {
  const { footer } = texts;
  return (
    <footer className="footer">
      <div className="pindo" />
      <div className="wrap footer-grid">
        <div className="footer-brand">
          <Wordmark label={texts.name} />
          <p>{footer.about}</p>
          <ul className="footer-social">
            {footer.social.map((site) => (
              <li key={site.name}>
                <a href={site.to} rel="noopener noreferrer external" aria-label={site.name}>
                  <svg
                    className="icon"
                    viewBox="0 0 24 24"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="2.5"
                    strokeLinecap="round"
                    strokeLinejoin="round"
                    aria-hidden="true"
                  >
                    <path d={MARKS[site.name]} />
                  </svg>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className="footer-columns">
          {footer.columns.map((column) => (
            <nav key={column.title} aria-label={column.title}>
              <h2>{column.title}</h2>
              <ul>
                {column.links.map(([to, label]) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <p className="proverb">
          <b lang="sw">{footer.proverb}</b>
          {footer.proverbMeaning}
        </p>
      </div>
    </footer>
  );
}
