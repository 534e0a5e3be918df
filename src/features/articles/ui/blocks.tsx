import { Fragment } from 'react';
import { Link } from 'react-router';
import { buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import type { Block, Inline } from '../schema.ts';
import './article.css';

type BlocksProps = {
  blocks: Block[];
  /** The level of the heading above these blocks. */
  parentLevel?: 1 | 2;
};

/** Renders an article's blocks as elements. They contain no HTML, so a text can never inject any. */
export function Blocks({ blocks, parentLevel = 1 }: BlocksProps) {
  // The blocks do not change while they are rendered, so the index is a stable key.
  return blocks.map((block, index) => <BlockView key={index} block={block} parentLevel={parentLevel} />);
}

function BlockView({ block, parentLevel }: { block: Block; parentLevel: 1 | 2 }) {
  switch (block.type) {
    case 'heading': {
      const Heading = `h${block.level + parentLevel - 1}` as 'h2' | 'h3' | 'h4';
      return (
        <Heading id={block.id}>
          <InlineContent inlines={block.inside} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <InlineContent inlines={block.inside} />
        </p>
      );
    case 'buttons':
      return (
        <p className="article-buttons">
          <InlineContent inlines={block.inside} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <ListItemContent blocks={item} parentLevel={parentLevel} />
            </li>
          ))}
        </List>
      );
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.inside} parentLevel={parentLevel} />
        </blockquote>
      );
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'table':
      return <TableView table={block} />;
    case 'picture':
      return <img className="article-picture" src={block.src} width="72" height="72" alt={block.alt} loading="lazy" />;
  }
}

function TableView({ table }: { table: Extract<Block, { type: 'table' }> }) {
  return (
    <table>
      <thead>
        <tr>
          {table.head.map((cell, index) => (
            <th key={index} scope="col">
              <InlineContent inlines={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column} data-name={column === 0 ? undefined : table.names[column]}>
                <InlineContent inlines={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A short list item renders its text without a paragraph around it. */
function ListItemContent({ blocks, parentLevel }: { blocks: Block[]; parentLevel: 1 | 2 }) {
  const [first, ...rest] = blocks;
  if (first?.type !== 'paragraph') return <Blocks blocks={blocks} parentLevel={parentLevel} />;
  return (
    <>
      <InlineContent inlines={first.inside} />
      <Blocks blocks={rest} parentLevel={parentLevel} />
    </>
  );
}

function InlineContent({ inlines }: { inlines: Inline[] }) {
  return inlines.map((node, index) => <Fragment key={index}>{typeof node === 'string' ? node : <InlineNode node={node} />}</Fragment>);
}

function InlineNode({ node }: { node: Exclude<Inline, string> }) {
  switch (node.type) {
    case 'strong':
      return (
        <strong>
          <InlineContent inlines={node.inside} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <InlineContent inlines={node.inside} />
        </em>
      );
    case 'code':
      return <code>{node.text}</code>;
    case 'break':
      return <br />;
    case 'link':
      return <InlineLink node={node} />;
  }
}

function InlineLink({ node: { to, variant, inside, heard } }: { node: Extract<Inline, { type: 'link' }> }) {
  const content = (
    <>
      <InlineContent inlines={inside} />
      {heard !== undefined && <span className="visually-hidden"> {heard}</span>}
    </>
  );
  // A file to save, not a page.
  if (to.endsWith('.zip')) {
    return (
      <a className={variant === null ? 'link' : buttonClass({ variant, multiline: true })} href={to} download>
        {content}
      </a>
    );
  }
  if (to.startsWith('/') && variant !== null) {
    return (
      <LinkButton variant={variant} multiline to={to}>
        {content}
      </LinkButton>
    );
  }
  if (to.startsWith('/')) {
    return (
      <Link className="link" to={to} reloadDocument={to.startsWith('/api/')}>
        {content}
      </Link>
    );
  }
  const className = variant === null ? 'link' : buttonClass({ variant, multiline: true });
  return (
    <a className={className} href={to} rel={/^https?:/.test(to) ? 'noopener noreferrer external' : undefined}>
      {content}
    </a>
  );
}
