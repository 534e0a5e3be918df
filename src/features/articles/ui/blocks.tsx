import { Fragment } from 'react';
import { Link } from 'react-router';
import { buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import type { Block, Inline } from '../schema.ts';

type BlocksProps = {
  of: Block[];
  /** The level of the heading that these stand under. */
  under?: 1 | 2;
};

/** A text of ours as elements: nothing in it is HTML, so nothing in it can be more than words. */
export function Blocks({ of, under = 1 }: BlocksProps) {
  // Texts do not change while they are shown: their order is their name.
  return of.map((block, place) => <BlockView key={place} block={block} under={under} />);
}

function BlockView({ block, under }: { block: Block; under: 1 | 2 }) {
  switch (block.is) {
    case 'heading': {
      const Heading = `h${block.level + under - 1}` as 'h2' | 'h3' | 'h4';
      return (
        <Heading id={block.id}>
          <Line of={block.inside} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Line of={block.inside} />
        </p>
      );
    case 'buttons':
      return (
        <p className="article-buttons">
          <Line of={block.inside} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, place) => (
            <li key={place}>
              <Item of={item} under={under} />
            </li>
          ))}
        </List>
      );
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks of={block.inside} under={under} />
        </blockquote>
      );
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell, place) => (
                <th key={place} scope="col">
                  <Line of={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, place) => (
              <tr key={place}>
                {row.map((cell, column) => (
                  <td key={column} data-name={column === 0 ? undefined : block.names[column]}>
                    <Line of={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'picture':
      return <img className="article-picture" src={block.src} width="72" height="72" alt={block.alt} loading="lazy" />;
  }
}

/** A short item is its words alone, without a paragraph around them. */
function Item({ of, under }: { of: Block[]; under: 1 | 2 }) {
  const [first, ...rest] = of;
  if (first?.is !== 'paragraph') return <Blocks of={of} under={under} />;
  return (
    <>
      <Line of={first.inside} />
      <Blocks of={rest} under={under} />
    </>
  );
}

function Line({ of }: { of: Inline[] }) {
  return of.map((piece, place) => <Fragment key={place}>{typeof piece === 'string' ? piece : <Piece piece={piece} />}</Fragment>);
}

function Piece({ piece }: { piece: Exclude<Inline, string> }) {
  switch (piece.is) {
    case 'strong':
      return (
        <strong>
          <Line of={piece.inside} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Line of={piece.inside} />
        </em>
      );
    case 'code':
      return <code>{piece.text}</code>;
    case 'break':
      return <br />;
    case 'link':
      return <Leading piece={piece} />;
  }
}

function Leading({ piece: { to, look, inside, heard } }: { piece: Extract<Inline, { is: 'link' }> }) {
  const words = (
    <>
      <Line of={inside} />
      {heard !== undefined && <span className="aloud"> {heard}</span>}
    </>
  );
  if (to.startsWith('/') && look !== null) {
    return (
      <LinkButton variant={look} to={to}>
        {words}
      </LinkButton>
    );
  }
  if (to.startsWith('/')) {
    return (
      <Link className="link" to={to} reloadDocument={to.startsWith('/api/')}>
        {words}
      </Link>
    );
  }
  const className = look === null ? 'link' : buttonClass({ variant: look });
  return (
    <a className={className} href={to} rel={/^https?:/.test(to) ? 'noopener noreferrer external' : undefined}>
      {words}
    </a>
  );
}
