import { Lexer, type Token, type Tokens } from 'marked';
import type { Block, ArticleBody, Inline, Section } from '../schema.ts';

/** An article is not as it has to be. Thrown when articles are read, so that no reader meets it. */
export class ArticleError extends Error {}

/** Addresses that a text may lead to: our own pages, https, mail. */
const SAFE_LINK = /^(\/(?!\/)[^\s\\]*|#[a-z0-9-]+|https:\/\/[^\s\\]+|mailto:[^\s<>"]+@[^\s<>"]+)$/;
/** Of the games' own origin only the kit is linked to. */
const KIT_PATH = /^\/kit\/[a-z-]+\.(js|css)$/;
/** Pictures are our own. */
const SAFE_IMAGE = /^\/(stickers|brand|avatars)\/[a-z0-9-]+\.svg$/;

/** Splits what stands between the two `---` lines at the top (`name: value`, a line each) from the text below. */
export function parseFrontMatter(source: string): { front: Record<string, string>; text: string } {
  const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || text === undefined) throw new ArticleError('does not begin with --- lines');
  const front: Record<string, string> = {};
  for (const line of head.split('\n').filter((each) => each.trim() !== '')) {
    const [, name, value] = /^([a-zA-Z]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new ArticleError(`has a line '${line}' above the text`);
    if (Object.hasOwn(front, name)) throw new ArticleError(`names ${name} twice`);
    front[name] = value;
  }
  return { front, text };
}

/**
 * Markdown as blocks that are shown without any HTML of the text. Headings of the first level begin parts; those below
 * get an id. @param gamesOrigin the games' own origin. @throws ArticleError for raw HTML, and for links and pictures that lead where
 * no text of ours leads
 */
export function parseBody(text: string, gamesOrigin: string): ArticleBody {
  const context: ParseContext = { ids: new Set(), gamesOrigin };
  const lead: Block[] = [];
  const parts: Section[] = [];
  for (const token of new Lexer({ gfm: true }).lex(text)) {
    if (token.type === 'heading' && token.depth === 1) {
      const title = getInlineText(toInlines(token.tokens ?? [], context));
      parts.push({ id: createUniqueId(title, context.ids), title, blocks: [] });
      continue;
    }
    (parts.at(-1)?.blocks ?? lead).push(...toBlocks([token], context));
  }
  return { lead, parts };
}

/** What is known while one article is read: the ids that are taken, and where the kit is. */
type ParseContext = { ids: Set<string>; gamesOrigin: string };

function toBlocks(tokens: Token[], context: ParseContext): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading':
        return [toHeading(token as Tokens.Heading, context)];
      // A line of a list that has no blank lines around it.
      case 'text':
      case 'paragraph':
        return [toParagraph(token as Tokens.Paragraph, context)];
      case 'list':
        return [
          {
            is: 'list',
            ordered: (token as Tokens.List).ordered,
            items: (token as Tokens.List).items.map((item) => toBlocks(item.tokens, context)),
          },
        ];
      case 'blockquote':
        return [{ is: 'quote', inside: toBlocks(token.tokens ?? [], context) }];
      case 'code':
        return [{ is: 'code', text: (token as Tokens.Code).text }];
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const head = header.map((cell) => toInlines(cell.tokens, context));
        const cells = rows.map((row) => row.map((cell) => toInlines(cell.tokens, context)));
        return [{ is: 'table', head, names: head.map(getInlineText), rows: cells }];
      }
      default:
        throw new ArticleError(`has ${token.type === 'html' ? 'raw HTML' : `a ${token.type}`} in it: ${token.raw.slice(0, 60)}`);
    }
  });
}

function toHeading(token: Tokens.Heading, context: ParseContext): Block {
  if (token.depth > 3) throw new ArticleError(`has a heading of level ${token.depth}; three are enough`);
  const inside = toInlines(token.tokens, context);
  const words = getInlineText(inside);
  return { is: 'heading', level: token.depth === 3 ? 3 : 2, id: createUniqueId(words, context.ids), words, inside };
}

/** A picture alone in its paragraph is a picture; links that look like buttons stand beside each other. */
function toParagraph(token: Tokens.Paragraph, context: ParseContext): Block {
  const tokens = token.tokens ?? [];
  const [only] = tokens;
  if (tokens.length === 1 && only?.type === 'image') {
    const { href, text } = only as Tokens.Image;
    if (!SAFE_IMAGE.test(href)) throw new ArticleError(`shows the picture ${href}, which is not one of ours`);
    return { is: 'picture', src: href, alt: text };
  }
  const inside = toInlines(tokens, context);
  const isButton = (each: Inline) => typeof each !== 'string' && each.is === 'link' && each.look !== null;
  if (!inside.some(isButton)) return { is: 'paragraph', inside };
  if (inside.some((each) => !isButton(each) && !(typeof each === 'string' && each.trim() === '')))
    throw new ArticleError('has a button among words; buttons stand in a paragraph of their own');
  return { is: 'buttons', inside: inside.filter(isButton) };
}

function toInlines(tokens: Token[], context: ParseContext): Inline[] {
  return tokens.map((token): Inline => {
    switch (token.type) {
      case 'text':
        return toPlainText(token as Tokens.Text);
      case 'escape':
        return (token as Tokens.Escape).text;
      case 'strong':
      case 'em':
        return { is: token.type, inside: toInlines(token.tokens ?? [], context) };
      case 'codespan':
        return { is: 'code', text: (token as Tokens.Codespan).text };
      case 'br':
        return { is: 'break' };
      case 'link':
        return toLink(token as Tokens.Link, context);
      default:
        throw new ArticleError(`has ${token.type === 'html' ? 'raw HTML' : `a ${token.type}`} in it: ${token.raw.slice(0, 60)}`);
    }
  });
}

/** Entities would be shown letter by letter: the sign itself is written instead. Line ends are spaces. */
function toPlainText(token: Tokens.Text): string {
  if (/&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(token.text)) throw new ArticleError(`writes a sign as an entity: ${token.text.slice(0, 60)}`);
  return token.text.replaceAll('\n', ' ');
}

function toLink(token: Tokens.Link, context: ParseContext): Inline {
  const isKit = token.href.startsWith(context.gamesOrigin) && KIT_PATH.test(token.href.slice(context.gamesOrigin.length));
  if (!isKit && !SAFE_LINK.test(token.href)) throw new ArticleError(`links to ${token.href}; links are to our pages, https or mail`);
  const [, title = null, heard] = /^(button|soft)(?: (.+))?$/.exec(token.title ?? '') ?? [];
  if (token.title != null && title === null) throw new ArticleError(`has a link with the title '${token.title}'`);
  return {
    is: 'link',
    to: token.href,
    look: title === 'button' ? 'primary' : title === 'soft' ? 'soft' : null,
    inside: toInlines(token.tokens, context),
    ...(heard !== undefined && { heard }),
  };
}

/** The id of a heading in addresses: its words in small letters; a second one of the same words gets a number. */
function createUniqueId(words: string, ids: Set<string>): string {
  const base = slugify(words);
  let id = base;
  for (let count = 2; ids.has(id); count++) id = `${base}-${count}`;
  ids.add(id);
  return id;
}

/** Words as they stand in an address: `9-12 years` is `9-12-years`. */
export function slugify(words: string): string {
  const slug = words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? 'part' : slug;
}

/** The words of a line, without what they are. */
function getInlineText(inside: Inline[]): string {
  return inside
    .map((each) => {
      if (typeof each === 'string') return each;
      if (each.is === 'break') return ' ';
      return each.is === 'code' ? each.text : getInlineText(each.inside);
    })
    .join('');
}

/** All words of blocks, one piece a line: what is searched, and what a reading time is counted from. */
export function getBlockText(blocks: Block[]): string {
  return blocks
    .map((block): string => {
      switch (block.is) {
        case 'heading':
        case 'paragraph':
        case 'buttons':
          return getInlineText(block.inside);
        case 'list':
          return block.items.map(getBlockText).join('\n');
        case 'quote':
          return getBlockText(block.inside);
        case 'code':
          return block.text;
        case 'table':
          return [block.head, ...block.rows].map((row) => row.map(getInlineText).join(' ')).join('\n');
        case 'picture':
          return block.alt;
      }
    })
    .join('\n');
}

/** Every address that blocks link to. */
export function listLinks(blocks: Block[]): string[] {
  const listInlineLinks = (inside: Inline[]): string[] =>
    inside.flatMap((each) => {
      if (typeof each === 'string' || each.is === 'break' || each.is === 'code') return [];
      return each.is === 'link' ? [each.to, ...listInlineLinks(each.inside)] : listInlineLinks(each.inside);
    });
  return blocks.flatMap((block): string[] => {
    switch (block.is) {
      case 'heading':
      case 'paragraph':
      case 'buttons':
        return listInlineLinks(block.inside);
      case 'list':
        return block.items.flatMap(listLinks);
      case 'quote':
        return listLinks(block.inside);
      case 'table':
        return [block.head, ...block.rows].flatMap((row) => row.flatMap(listInlineLinks));
      case 'code':
      case 'picture':
        return [];
    }
  });
}
