import { PICTURE_SIZE, type Picture } from '../schema.ts';
import './article-cover.css';

/** An article's own picture, above its text. */
export function ArticleCover({ picture }: { picture: Picture }) {
  return <img className="article-cover" src={picture.src} {...PICTURE_SIZE} alt={picture.alt} />;
}
