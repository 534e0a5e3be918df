import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { ClosedNotice } from '../../feature-flags/schema.ts';
import { SubscribeBox } from '../../newsletter/ui/subscribe-box.tsx';
import type { PostView } from '../schema.ts';
import { formatPublicationDay } from '../../../shared/date-format.ts';
import { texts } from '../texts.ts';
import { ArticleCover } from './article-cover.tsx';
import { ArticleHead } from './article-head.tsx';
import { Blocks } from './blocks.tsx';
import { ArticleWithContents } from './article-with-contents.tsx';
import { Sections } from './section-content.tsx';
import { PostCards } from './post-cards.tsx';
import './article.css';

type PostPageProps = {
  view: PostView;
  /** Nobody can subscribe to the newsletter now; null: everybody can. */
  newsletterClosed: ClosedNotice | null;
};

/** One post of the blog, and what to read next. */
export function PostPage({ view: { post, related }, newsletterClosed }: PostPageProps) {
  const { blog } = texts;
  return (
    <>
      <ArticleHead title={post.title} cloth={post.cloth}>
        <p className="article-updated article-about">
          <span>
            <time dateTime={post.date}>{formatPublicationDay(post.date)}</time> · {blog.by(post.author)}
          </span>
          <Link to={`/blog/category/${post.category.slug}`}>{post.category.name}</Link>
        </p>
      </ArticleHead>
      <div className="wrap article-page">
        <p className="article-back">
          <Link className="see-all" to="/blog">
            <Icon icon="arrow-left" size="small" />
            {blog.back}
          </Link>
        </p>
        <ArticleWithContents article={post}>
          <article className="article">
            <ArticleCover picture={post.picture} />
            <Blocks blocks={post.lead} />
            <Sections sections={post.parts} />
          </article>
          <SubscribeBox closed={newsletterClosed} />
        </ArticleWithContents>
        <section aria-labelledby="read-next">
          <h2 id="read-next" className="article-next">
            {blog.others}
          </h2>
          <PostCards posts={related} level={3} />
        </section>
      </div>
    </>
  );
}
