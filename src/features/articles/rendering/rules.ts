import { Lexer, type Token, type Tokens } from 'marked';
import type { Block, Body, Inline, Part } from '../schema.ts';

/** An article is not as it has to be. Thrown when articles are read, so that no reader meets it. */
export class ArticleFault extends Error {}

/** Addresses that a text may lead to: our own pages, https, mail. */
const SAFE_LINK = /^(\/(?!\/)[^\s\\]*|#[a-z0-9-]+|https:\/\/[^\s\\]+|mailto:[^\s<>"]+@[^\s<>"]+)$/;
/** Of the games' own origin only the kit is linked to. */
const KIT = /^\/kit\/[a-z-]+\.(js|css)$/;
/** Pictures are our own. */
const SAFE_PICTURE = /^\/(stickers|brand|avatars)\/[a-z0-9-]+\.svg$/;

/** Splits what stands between the two `---` lines at the top (`name: value`, a line each) from the text below. */
export function splitFront(source: string): { front: Record<string, string>; text: string } {
  const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || text === undefined) throw new ArticleFault('does not begin with --- lines');
  const front: Record<string, string> = {};
  for (const line of head.split('\n').filter((each) => each.trim() !== '')) {
    const [, name, value] = /^([a-zA-Z]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new ArticleFault(`has a line '${line}' above the text`);
    if (Object.hasOwn(front, name)) throw new ArticleFault(`names ${name} twice`);
    front[name] = value;
  }
  return { front, text };
}

/**
 * Markdown as blocks that are shown without any HTML of the text. Headings of the first level begin parts; those below
 * get an id. @param games the games' own origin. @throws ArticleFault for raw HTML, and for links and pictures that lead where
 * no text of ours leads
 */
export function readBody(text: string, games: string): Body {
  const reading: Reading = { ids: new Set(), games };
  const lead: Block[] = [];
  const parts: Part[] = [];
  for (const token of new Lexer({ gfm: true }).lex(text)) {
    if (token.type === 'heading' && token.depth === 1) {
      const title = wordsOf(inlines(token.tokens ?? [], reading));
      parts.push({ id: takeId(title, reading.ids), title, blocks: [] });
      continue;
    }
    (parts.at(-1)?.blocks ?? lead).push(...blocksOf([token], reading));
  }
  return { lead, parts };
}

/** What is known while one article is read: the ids that are taken, and where the kit is. */
type Reading = { ids: Set<string>; games: string };

function blocksOf(tokens: Token[], reading: Reading): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading':
        return [headingOf(token as Tokens.Heading, reading)];
      // A line of a list that has no blank lines around it.
      case 'text':
      case 'paragraph':
        return [paragraphOf(token as Tokens.Paragraph, reading)];
      case 'list':
        return [
          {
            is: 'list',
            ordered: (token as Tokens.List).ordered,
            items: (token as Tokens.List).items.map((item) => blocksOf(item.tokens, reading)),
          },
        ];
      case 'blockquote':
        return [{ is: 'quote', inside: blocksOf(token.tokens ?? [], reading) }];
      case 'code':
        return [{ is: 'code', text: (token as Tokens.Code).text }];
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const head = header.map((cell) => inlines(cell.tokens, reading));
        const cells = rows.map((row) => row.map((cell) => inlines(cell.tokens, reading)));
        return [{ is: 'table', head, names: head.map(wordsOf), rows: cells }];
      }
      default:
        throw new ArticleFault(`has ${token.type === 'html' ? 'raw HTML' : `a ${token.type}`} in it: ${token.raw.slice(0, 60)}`);
    }
  });
}

function headingOf(token: Tokens.Heading, reading: Reading): Block {
  if (token.depth > 3) throw new ArticleFault(`has a heading of level ${token.depth}; three are enough`);
  const inside = inlines(token.tokens, reading);
  const words = wordsOf(inside);
  return { is: 'heading', level: token.depth === 3 ? 3 : 2, id: takeId(words, reading.ids), words, inside };
}

/** A picture alone in its paragraph is a picture; links that look like buttons stand beside each other. */
function paragraphOf(token: Tokens.Paragraph, reading: Reading): Block {
  const tokens = token.tokens ?? [];
  const [only] = tokens;
  if (tokens.length === 1 && only?.type === 'image') {
    const { href, text } = only as Tokens.Image;
    if (!SAFE_PICTURE.test(href)) throw new ArticleFault(`shows the picture ${href}, which is not one of ours`);
    return { is: 'picture', src: href, alt: text };
  }
  const inside = inlines(tokens, reading);
  const isButton = (each: Inline) => typeof each !== 'string' && each.is === 'link' && each.look !== null;
  if (!inside.some(isButton)) return { is: 'paragraph', inside };
  if (inside.some((each) => !isButton(each) && !(typeof each === 'string' && each.trim() === '')))
    throw new ArticleFault('has a button among words; buttons stand in a paragraph of their own');
  return { is: 'buttons', inside: inside.filter(isButton) };
}

function inlines(tokens: Token[], reading: Reading): Inline[] {
  return tokens.map((token): Inline => {
    switch (token.type) {
      case 'text':
        return plain(token as Tokens.Text);
      case 'escape':
        return (token as Tokens.Escape).text;
      case 'strong':
      case 'em':
        return { is: token.type, inside: inlines(token.tokens ?? [], reading) };
      case 'codespan':
        return { is: 'code', text: (token as Tokens.Codespan).text };
      case 'br':
        return { is: 'break' };
      case 'link':
        return linkOf(token as Tokens.Link, reading);
      default:
        throw new ArticleFault(`has ${token.type === 'html' ? 'raw HTML' : `a ${token.type}`} in it: ${token.raw.slice(0, 60)}`);
    }
  });
}

/** Entities would be shown letter by letter: the sign itself is written instead. Line ends are spaces. */
function plain(token: Tokens.Text): string {
  if (/&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(token.text)) throw new ArticleFault(`writes a sign as an entity: ${token.text.slice(0, 60)}`);
  return token.text.replaceAll('\n', ' ');
}

function linkOf(token: Tokens.Link, reading: Reading): Inline {
  const isKit = token.href.startsWith(reading.games) && KIT.test(token.href.slice(reading.games.length));
  if (!isKit && !SAFE_LINK.test(token.href)) throw new ArticleFault(`links to ${token.href}; links are to our pages, https or mail`);
  const [, title = null, heard] = /^(button|soft)(?: (.+))?$/.exec(token.title ?? '') ?? [];
  if (token.title != null && title === null) throw new ArticleFault(`has a link with the title '${token.title}'`);
  return {
    is: 'link',
    to: token.href,
    look: title === 'button' ? 'primary' : title === 'soft' ? 'soft' : null,
    inside: inlines(token.tokens, reading),
    ...(heard !== undefined && { heard }),
  };
}

/** The id of a heading in addresses: its words in small letters; a second one of the same words gets a number. */
function takeId(words: string, ids: Set<string>): string {
  const base = slugOf(words);
  let id = base;
  for (let count = 2; ids.has(id); count++) id = `${base}-${count}`;
  ids.add(id);
  return id;
}

/** Words as they stand in an address: `9-12 years` is `9-12-years`. */
export function slugOf(words: string): string {
  const slug = words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? 'part' : slug;
}

/** The words of a line, without what they are. */
export function wordsOf(inside: Inline[]): string {
  return inside
    .map((each) => {
      if (typeof each === 'string') return each;
      if (each.is === 'break') return ' ';
      return each.is === 'code' ? each.text : wordsOf(each.inside);
    })
    .join('');
}

/** All words of blocks, one piece a line: what is searched, and what a reading time is counted from. */
export function textOf(blocks: Block[]): string {
  return blocks
    .map((block): string => {
      switch (block.is) {
        case 'heading':
        case 'paragraph':
        case 'buttons':
          return wordsOf(block.inside);
        case 'list':
          return block.items.map(textOf).join('\n');
        case 'quote':
          return textOf(block.inside);
        case 'code':
          return block.text;
        case 'table':
          return [block.head, ...block.rows].map((row) => row.map(wordsOf).join(' ')).join('\n');
        case 'picture':
          return block.alt;
      }
    })
    .join('\n');
}

/** Every address that blocks link to. */
export function linksOf(blocks: Block[]): string[] {
  const ofLine = (inside: Inline[]): string[] =>
    inside.flatMap((each) => {
      if (typeof each === 'string' || each.is === 'break' || each.is === 'code') return [];
      return each.is === 'link' ? [each.to, ...ofLine(each.inside)] : ofLine(each.inside);
    });
  return blocks.flatMap((block): string[] => {
    switch (block.is) {
      case 'heading':
      case 'paragraph':
      case 'buttons':
        return ofLine(block.inside);
      case 'list':
        return block.items.flatMap(linksOf);
      case 'quote':
        return linksOf(block.inside);
      case 'table':
        return [block.head, ...block.rows].flatMap((row) => row.flatMap(ofLine));
      case 'code':
      case 'picture':
        return [];
    }
  });
}
