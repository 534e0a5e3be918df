import { Link } from 'react-router';
import { CachedContent } from '../../../web/cached-content.tsx';
import { Wordmark } from '../../../web/kit/wordmark.tsx';
import { DataCostToggle } from '../../data-saver/ui/data-cost-toggle.tsx';
import { DataSaverToggle } from '../../data-saver/ui/data-saver-toggle.tsx';
import type { SocialLink } from '../schema.ts';
import { texts } from '../texts.ts';
import './footer.css';
import '../../data-saver/ui/data-saver.css';

/** The footer of every page. @param props.social our pages on other sites; sites without a page are not shown */
export function Footer({ social }: { social: SocialLink[] }) {
  return <CachedContent as="footer" className="footer" component={FooterContent} props={{ social }} />;
}

function FooterContent({ social }: { social: SocialLink[] }) {
  const { footer } = texts;
  return (
    <>
      <div className="pindo" />
      <div className="wrap footer-grid">
        <div className="footer-brand">
          <Wordmark label={texts.name} />
          <p>{footer.about}</p>
          <div className="footer-savers">
            <DataSaverToggle className="footer-saver" />
            <DataCostToggle className="footer-saver" />
          </div>
          {social.length > 0 && (
            <ul className="footer-social">
              {social.map(({ name, to, mark }) => (
                <li key={name}>
                  <a href={to} rel="noopener noreferrer external" aria-label={name}>
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
                      <path d={mark} />
                    </svg>
                  </a>
                </li>
              ))}
            </ul>
          )}
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
    </>
  );
}
