import type { Block, Section } from '../schema.ts';
import { Blocks } from './blocks.tsx';
import './article.css';

type SectionContentProps = {
  section: { id: string; title: string; blocks: Block[] };
  /** The level of the section's own heading. */
  level?: 2 | 3;
};

/** A section of an article under its heading. If it starts with an image, the image is beside the heading. */
export function SectionContent({ section, level = 2 }: SectionContentProps) {
  const Heading = `h${level}` as const;
  const [first, ...rest] = section.blocks;
  const startsWithImage = first?.type === 'picture';
  return (
    <>
      {startsWithImage ? (
        <div className="part-head">
          <img src={first.src} width="56" height="56" alt={first.alt} loading="lazy" />
          <Heading id={section.id}>{section.title}</Heading>
        </div>
      ) : (
        <Heading id={section.id}>{section.title}</Heading>
      )}
      <Blocks blocks={startsWithImage ? rest : section.blocks} parentLevel={2} />
    </>
  );
}

/** Consecutive sections, each under its heading. */
export function Sections({ sections }: { sections: Section[] }) {
  return sections.map((section) => (
    <section key={section.id} className="article" aria-labelledby={section.id}>
      <SectionContent section={section} />
    </section>
  ));
}
