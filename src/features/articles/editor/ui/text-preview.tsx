import { ArticleCover } from '../../ui/article-cover.tsx';
import { ArticleHead } from '../../ui/article-head.tsx';
import { Blocks } from '../../ui/blocks.tsx';
import { Sections } from '../../ui/section-content.tsx';
import { TextPage } from '../../ui/text-page.tsx';
import type { TextPreview } from '../../check/schema.ts';
import { texts } from '../texts.ts';
import './texts.css';

/** A text with the site's own components, as wide as on a phone. It is a picture: what is in it cannot be pressed. */
export function TextPreviewFrame({ preview }: { preview: TextPreview }) {
  return (
    <div className="text-preview">
      <div inert>{preview.page === null ? <Article preview={preview} /> : <TextPage page={preview.page} />}</div>
    </div>
  );
}

function Article({ preview: { title, description, image, cloth, about, cover, kind, body } }: { preview: TextPreview }) {
  return (
    <>
      <ArticleHead title={texts.editorTitle(title)} text={kind === 'blog' ? undefined : description} image={image} cloth={cloth}>
        {about && <p className="article-updated">{about}</p>}
      </ArticleHead>
      <div className="wrap article-page">
        <article className="article">
          {cover && <ArticleCover picture={cover} />}
          <Blocks blocks={body.lead} />
          <Sections sections={body.parts} />
        </article>
      </div>
    </>
  );
}
