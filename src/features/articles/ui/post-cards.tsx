import { Link } from 'react-router';
import { PICTURE_SIZE, type PostCard } from '../schema.ts';
import { formatPublicationDay } from '../../../shared/date-format.ts';
import './article-lists.css';

type PostCardsProps = {
  posts: PostCard[];
  /** Heading level of the titles. */
  level: 2 | 3;
  /** The first post takes the whole width. */
  isFirstLarge?: boolean;
};

/** Posts side by side; the whole card links to the post. */
export function PostCards({ posts, level, isFirstLarge = false }: PostCardsProps) {
  const Title = `h${level}` as const;
  return (
    <ul className="post-cards">
      {posts.map((post, index) => (
        <li key={post.slug} className={isFirstLarge && index === 0 ? 'post-card first' : 'post-card'}>
          {/* The link's title says it all: the picture needs no second name. */}
          <img className="post-picture" src={post.picture.src} {...PICTURE_SIZE} alt="" loading="lazy" />
          <div className="post-words">
            <p className="tags">
              <span className="tag">{post.category.name}</span>
            </p>
            <Title>
              <Link to={`/blog/${post.slug}`}>{post.title}</Link>
            </Title>
            <p>{post.description}</p>
            <p className="muted post-about">
              <time dateTime={post.date}>{formatPublicationDay(post.date)}</time> · {post.author}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
