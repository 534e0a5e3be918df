import type { Block, Part } from '../schema.ts';
import { Blocks } from './blocks.tsx';

type PartWordsProps = {
  part: { id: string; title: string; blocks: Block[] };
  /** The level of the part's own heading. */
  level?: 2 | 3;
};

/** A part of an article under its heading. A picture that the part begins with stands beside the heading. */
export function PartWords({ part, level = 2 }: PartWordsProps) {
  const Heading = `h${level}` as const;
  const [first, ...rest] = part.blocks;
  const isPictured = first?.is === 'picture';
  return (
    <>
      {isPictured ? (
        <div className="part-head">
          <img src={first.src} width="56" height="56" alt={first.alt} loading="lazy" />
          <Heading id={part.id}>{part.title}</Heading>
        </div>
      ) : (
        <Heading id={part.id}>{part.title}</Heading>
      )}
      <Blocks of={isPictured ? rest : part.blocks} under={2} />
    </>
  );
}

/** Parts below each other, each a section under its heading. */
export function Parts({ of }: { of: Part[] }) {
  return of.map((part) => (
    <section key={part.id} className="article" aria-labelledby={part.id}>
      <PartWords part={part} />
    </section>
  ));
}
