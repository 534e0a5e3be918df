import type { ReactNode } from 'react';
import type { Cloth } from '../schema.ts';
import './article.css';

type ArticleHeadProps = { title: string; text?: string; image?: string | null; cloth?: Cloth | null; children?: ReactNode };

/** The header of an article: its title on a cloth, one sentence, and a sticker. */
export function ArticleHead({ title, text, image = null, cloth = null, children }: ArticleHeadProps) {
  return (
    <div className={`cloth article-band ${cloth ?? ''}`}>
      <div className="wrap article-head">
        {image && <img src={image} width="96" height="96" alt="" />}
        <div>
          <h1>{title}</h1>
          {text && <p className="article-lead">{text}</p>}
          {children}
        </div>
      </div>
    </div>
  );
}
