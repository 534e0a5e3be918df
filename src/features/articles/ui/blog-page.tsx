import { Link } from 'react-router';
import { buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { ClosedNotice } from '../../feature-flags/schema.ts';
import { SubscribeBox } from '../../newsletter/ui/subscribe-box.tsx';
import type { BlogView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ArticleHead } from './article-head.tsx';
import { PostCards } from './post-cards.tsx';
import { ResultsAnnouncement, SearchForm } from './search-form.tsx';
import './article.css';
import './article-lists.css';

/** The blog: posts, their categories, a search form, and a link to the feed. */
export function BlogPage({ view, newsletterClosed }: { view: BlogView; newsletterClosed: ClosedNotice | null }) {
  const { page, categories, category, query, posts } = view;
  const { blog } = texts;
  const url = category ? `/blog/category/${category.slug}` : '/blog';
  return (
    <>
      <ArticleHead title={category ? `${page.title}: ${category.name}` : page.title} text={page.description} image={page.image} />
      <div className="wrap article-page">
        <div className="article-tools">
          <nav aria-label={blog.categories} className="article-chips">
            <Link className="article-chip" to="/blog" aria-current={category === null ? 'page' : undefined} preventScrollReset>
              {blog.all}
            </Link>
            {categories.map(({ slug, name }) => (
              <Link
                key={slug}
                className="article-chip"
                to={`/blog/category/${slug}`}
                aria-current={slug === category?.slug ? 'page' : undefined}
                preventScrollReset
              >
                {name}
              </Link>
            ))}
          </nav>
          <SearchForm action={url} label={blog.searchLabel} query={query} />
        </div>
        <ResultsAnnouncement count={posts.length} query={query} />
        {query !== '' && posts.length > 0 && <h2 className="article-count">{texts.found(posts.length, query)}</h2>}
        {posts.length > 0 ? (
          <PostCards posts={posts} level={query === '' ? 2 : 3} isFirstLarge={query === ''} />
        ) : (
          <EmptyState title={blog.none(query)} text={blog.noneText} mood="oops" level={2}>
            <LinkButton variant="primary" multiline to="/blog">
              {blog.showAll}
            </LinkButton>
          </EmptyState>
        )}
        <div className="blog-follow">
          <SubscribeBox closed={newsletterClosed} />
          <section className="panel blog-feed" aria-labelledby="feed">
            <h2 id="feed">{blog.feedTitle}</h2>
            <p>{blog.feedText}</p>
            <a className={buttonClass({ variant: 'soft' })} href="/blog/rss.xml">
              <Icon icon="rss" />
              {blog.feed}
            </a>
          </section>
        </div>
      </div>
    </>
  );
}
