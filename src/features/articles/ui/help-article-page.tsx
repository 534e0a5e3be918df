import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { HelpArticleView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ArticleCover } from './article-cover.tsx';
import { ArticleHead } from './article-head.tsx';
import { Blocks } from './blocks.tsx';
import { ArticleWithContents } from './article-with-contents.tsx';
import { HelpList } from './help-list.tsx';
import { ContactPrompt } from './help-page.tsx';
import { Sections } from './section-content.tsx';
import './article.css';

/** One help article, others on its topic, and a link to contact us. */
export function HelpArticlePage({ view: { article, related } }: { view: HelpArticleView }) {
  const { help } = texts;
  return (
    <>
      <ArticleHead title={article.title} text={article.description} image={article.topic.image} />
      <div className="wrap article-page">
        <p className="article-back">
          <Link className="see-all" to="/help">
            <Icon icon="arrow-left" size="small" />
            {help.back}
          </Link>
        </p>
        <ArticleWithContents article={article}>
          <article className="article">
            <ArticleCover picture={article.picture} />
            <Blocks blocks={article.lead} />
            <Sections sections={article.parts} />
          </article>
        </ArticleWithContents>
        {related.length > 0 && (
          <section aria-labelledby="others">
            <h2 id="others" className="article-next">
              {help.others(article.topic.title)}
            </h2>
            <HelpList articles={related} />
          </section>
        )}
        <ContactPrompt />
      </div>
    </>
  );
}
