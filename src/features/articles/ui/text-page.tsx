import type { ReactNode } from 'react';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { Block, Page, Section } from '../schema.ts';
import { texts } from '../texts.ts';
import { ArticleHead } from './article-head.tsx';
import { Blocks } from './blocks.tsx';
import { ArticleWithContents } from './article-with-contents.tsx';
import { SectionContent, Sections } from './section-content.tsx';
import './article.css';

/** A page that consists of one article: with cards, in two versions, or around a list that is still empty. `children` follow below it. */
export function TextPage({ page, children }: { page: Page; children?: ReactNode }) {
  const [short, exact] = page.parts;
  return (
    <>
      <ArticleHead title={page.title} text={page.description} image={page.image}>
        {page.updated && <p className="article-updated">{texts.updated(page.updated)}</p>}
      </ArticleHead>
      <div className="wrap article-page">
        {page.empty ? (
          <PageWithEmptyList page={page} empty={page.empty} />
        ) : (
          <>
            <Lead blocks={page.lead} />
            {page.versions && short && exact ? <TwoVersions short={short} exact={exact} /> : <CardsAndParts page={page} />}
          </>
        )}
        {children}
      </div>
    </>
  );
}

function Lead({ blocks }: { blocks: Block[] }) {
  return (
    blocks.length > 0 && (
      <div className="article article-opening">
        <Blocks blocks={blocks} />
      </div>
    )
  );
}

function CardsAndParts({ page }: { page: Page }) {
  const cards = page.parts.slice(0, page.cards);
  const rest = page.parts.slice(page.cards);
  const isPair = rest.length === 2 && rest.every((part) => part.blocks.every((block) => block.type !== 'heading'));
  return (
    <>
      {cards.length > 0 && (
        <div className="article-cards">
          {cards.map((part) => (
            <section key={part.id} className="panel article" aria-labelledby={part.id}>
              <SectionContent section={part} />
            </section>
          ))}
        </div>
      )}
      {rest.length > 0 &&
        (isPair ? (
          <div className="article-pair">
            <Sections sections={rest} />
          </div>
        ) : (
          <ArticleWithContents article={{ lead: [], parts: rest }}>
            <Sections sections={rest} />
          </ArticleWithContents>
        ))}
    </>
  );
}

/** The short version for a quick overview, the exact one to read in full. */
function TwoVersions({ short, exact }: { short: Section; exact: Section }) {
  return (
    <>
      <section className="panel article article-short" aria-labelledby={short.id}>
        <h2 id={short.id}>{short.title}</h2>
        <div className="article-groups">
          {groupByHeading(short.blocks).map((group, index) => (
            <div key={index}>
              <Blocks blocks={group} parentLevel={2} />
            </div>
          ))}
        </div>
      </section>
      <ArticleWithContents article={{ lead: exact.blocks, parts: [] }}>
        <Sections sections={[exact]} />
      </ArticleWithContents>
    </>
  );
}

/** Groups blocks so that each group starts with a heading. */
function groupByHeading(blocks: Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last && block.type !== 'heading') last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function PageWithEmptyList({ page, empty }: { page: Page; empty: NonNullable<Page['empty']> }) {
  const list = page.parts.at(-1);
  return (
    <div className="article-pair">
      <div className="article-parts">
        <Lead blocks={page.lead} />
        <Sections sections={page.parts.slice(0, -1)} />
      </div>
      {list && (
        <section className="panel article-empty" aria-labelledby={list.id}>
          <h2 id={list.id}>{list.title}</h2>
          <EmptyState title={empty.title} text={empty.text} level={3} />
        </section>
      )}
    </div>
  );
}
