import { Link } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { HelpCard, HelpView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ArticleHead } from './article-head.tsx';
import { Blocks } from './blocks.tsx';
import { Faq } from './faq.tsx';
import { HelpList } from './help-list.tsx';
import { SectionContent } from './section-content.tsx';
import { ResultsAnnouncement, SearchForm } from './search-form.tsx';
import './article.css';
import './article-lists.css';

/** The help page: a search form, topics, popular articles; the help center also has frequently asked questions. */
export function HelpPage({ view }: { view: HelpView }) {
  const { page, query, results } = view;
  const { help } = texts;
  const url = `/${page.slug}`;
  return (
    <>
      <ArticleHead title={page.title} text={page.description} image={page.image} />
      <div className="wrap article-page">
        <SearchForm action={url} label={help.searchLabel} query={query} />
        <ResultsAnnouncement count={results?.length ?? 0} query={query} />
        {results === null ? (
          <Topics view={view} />
        ) : (
          <section className="article-found">
            {results.length > 0 ? (
              <>
                <h2 className="article-count">{texts.found(results.length, query)}</h2>
                <HelpList articles={results} />
                <LinkButton variant="soft" to={url}>
                  {help.showAll}
                </LinkButton>
              </>
            ) : (
              <EmptyState title={help.none(query)} text={help.noneText} mood="oops" level={2}>
                <LinkButton variant="primary" multiline to={url}>
                  {help.showAll}
                </LinkButton>
              </EmptyState>
            )}
          </section>
        )}
        <ContactPrompt />
      </div>
    </>
  );
}

function Topics({ view: { page, topics, popular, faq } }: { view: HelpView }) {
  const { help } = texts;
  return (
    <>
      {page.lead.length > 0 && (
        <div className="article">
          <Blocks blocks={page.lead} />
        </div>
      )}
      {faq.length > 0 ? (
        <div className="help-first">
          <section aria-labelledby="faq">
            <h2 id="faq" className="article-next">
              {help.faq}
            </h2>
            <Faq questions={faq} />
          </section>
          <Popular articles={popular} isShort />
        </div>
      ) : (
        <Popular articles={popular} />
      )}
      <section aria-labelledby="topics">
        <h2 id="topics" className="article-next">
          {help.topics}
        </h2>
        <div className="article-cards">
          {topics.map((topic) => (
            <section key={topic.id} className="panel article help-topic" aria-labelledby={topic.id}>
              <SectionContent section={topic} level={3} />
              <ul className="help-links">
                {topic.articles.map(({ slug, title }) => (
                  <li key={slug}>
                    <Link className="link" to={`/help/${slug}`}>
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </section>
      {faq.length === 0 && (
        <p>
          <Link className="link help-more" to="/help-center">
            {help.center}
          </Link>
        </p>
      )}
    </>
  );
}

function Popular({ articles, isShort = false }: { articles: HelpCard[]; isShort?: boolean }) {
  return (
    <section aria-labelledby="popular">
      <h2 id="popular" className="article-next">
        {texts.help.popular}
      </h2>
      <HelpList articles={articles} isShort={isShort} />
    </section>
  );
}

/** An invitation to contact us, below every help page. */
export function ContactPrompt() {
  const { help } = texts;
  return (
    <aside className="panel help-still" aria-label={help.still}>
      <img src="/brand/kombi-wave.svg" width="72" height="72" alt="" loading="lazy" />
      <p>
        <b>{help.still}</b> {help.stillText}{' '}
        <Link className="link" to="/status">
          {help.status}
        </Link>
      </p>
      <LinkButton variant="secondary" to="/contact">
        {help.contact}
      </LinkButton>
    </aside>
  );
}
