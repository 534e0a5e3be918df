import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { HelpArticleView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ArticleHead } from './article-head.tsx';
import { Blocks } from './blocks.tsx';
import { Reading } from './contents.tsx';
import { HelpList } from './help-list.tsx';
import { StillStuck } from './help-page.tsx';
import { Parts } from './part-words.tsx';

/** One help article, others of its topic, and the way to a person. */
export function HelpArticlePage({ view: { article, others } }: { view: HelpArticleView }) {
  const { help } = texts;
  return (
    <>
      <ArticleHead title={article.title} text={article.description} image={article.topic.image} />
      <div className="wrap article-page">
        <p className="article-back">
          <Link className="see-all" to="/help">
            <Icon icon={ArrowLeft} size="small" />
            {help.back}
          </Link>
        </p>
        <Reading of={article}>
          <article className="article">
            <Blocks of={article.lead} />
            <Parts of={article.parts} />
          </article>
        </Reading>
        {others.length > 0 && (
          <section aria-labelledby="others">
            <h2 id="others" className="article-next">
              {help.others(article.topic.title)}
            </h2>
            <HelpList articles={others} />
          </section>
        )}
        <StillStuck />
      </div>
    </>
  );
}
