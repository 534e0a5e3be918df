import { Lexer, type Token, type Tokens } from 'marked';
import { parse, YAMLParseError } from 'yaml';
import type { Block, ArticleBody, Inline, Section } from '../schema.ts';
import { findTooMuch } from './limits.rules.ts';
import type { BodyProblem } from './schema.ts';

/** An article is invalid. Thrown when articles are loaded, so that no reader ever sees an invalid one. */
export class ArticleError extends Error {}

/** Allowed link targets: our own pages, https, mailto. */
const SAFE_LINK = /^(\/(?!\/)[^\s\\]*|#[a-z0-9-]+|https:\/\/[^\s\\]+|mailto:[^\s<>"]+@[^\s<>"]+)$/;
/** On the games' own origin only the kit may be linked. */
const KIT_PATH = /^\/kit\/[a-z-]+\.(js|css)$/;
/** Only our own images are allowed. */
const SAFE_IMAGE = /^\/(stickers|brand|avatars)\/[a-z0-9-]+\.svg$/;

/** Separates the front matter, YAML between the two `---` lines at the top, from the text below. All its values are strings. */
export function parseFrontMatter(source: string): { front: unknown; text: string } {
  const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || text === undefined) throw new ArticleError('does not begin with --- lines');
  try {
    return { front: parse(head, { schema: 'failsafe' }), text };
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new ArticleError(`has front matter that is not YAML: ${error.message}`);
  }
}

/**
 * Parses Markdown into blocks that render without any HTML from the text. First-level headings start sections; headings below them get an
 * id. @param gamesOrigin the games' own origin. @throws ArticleError for raw HTML, and for links and images whose target is not allowed
 */
export function parseBody(text: string, gamesOrigin: string): ArticleBody {
  const { body, problems } = checkBody(text, gamesOrigin);
  const [first] = problems;
  if (first) throw new ArticleError(`${first.message} (line ${first.line} of the text)`);
  return body;
}

/**
 * Parses Markdown as parseBody does, and names everything that it does not take instead of throwing: that part is left out, or stands as its
 * plain words. `isParsed`: false for a text of which nothing can be shown, because the parser would not come to its end.
 */
export function checkBody(text: string, gamesOrigin: string): CheckedBody {
  const tooMuch = findTooMuch(text);
  if (tooMuch !== null) return { body: { lead: [], parts: [] }, problems: [tooMuch], isParsed: false };
  try {
    return { ...readBody(text, gamesOrigin), isParsed: true };
  } catch (error) {
    // Its signs stand so deep inside each other that the parser, which calls itself for each, has no room left.
    if (!(error instanceof RangeError)) throw error;
    return { body: { lead: [], parts: [] }, problems: [{ line: 1, message: 'has too many signs inside each other' }], isParsed: false };
  }
}

type CheckedBody = { body: ArticleBody; problems: BodyProblem[]; isParsed: boolean };

function readBody(text: string, gamesOrigin: string): Omit<CheckedBody, 'isParsed'> {
  const context: ParseContext = { ids: new Map(), gamesOrigin, problems: [], block: { raw: '', line: 1 }, found: new Map() };
  const lead: Block[] = [];
  const parts: Section[] = [];
  let line = 1;
  for (const token of new Lexer({ gfm: true }).lex(text)) {
    context.block = { raw: token.raw, line };
    context.found.clear();
    line += token.raw.split('\n').length - 1;
    if (token.type === 'heading' && token.depth === 1) {
      const inside = toInlines(token.tokens ?? [], context);
      if (listInlineLinks(inside).length > 0) report(context, token.raw, 'has a link in a heading of the first level');
      const title = getInlineText(inside);
      parts.push({ id: createUniqueId(title, context.ids), title, blocks: [] });
      continue;
    }
    (parts.at(-1)?.blocks ?? lead).push(...toBlocks([token], context));
  }
  return { body: { lead, parts }, problems: context.problems };
}

/** Names a part of the current block, in the line where it stands. */
function report(context: ParseContext, raw: string, message: string): void {
  // A line of its own: inside lists and quotes the lines of what is nested lost their signs.
  const [words = ''] = raw.trim().split('\n');
  const at = words === '' ? -1 : context.block.raw.indexOf(words, context.found.get(words) ?? 0);
  if (at >= 0) context.found.set(words, at + words.length);
  const before = context.block.raw.slice(0, Math.max(0, at)).split('\n').length - 1;
  context.problems.push({ line: context.block.line + before, message });
}

/** State while parsing one article: the ids in use with the last number that was appended to each, the origin of the kit, and what was found that a text cannot have. */
type ParseContext = {
  ids: Map<string, number>;
  gamesOrigin: string;
  problems: BodyProblem[];
  /** The part of the text that is parsed now, and the line in which it begins. */
  block: { raw: string; line: number };
  /** How far in the block the same words were named before: they may stand there twice. */
  found: Map<string, number>;
};

/** What Markdown has and our texts do not, by the parser's name. */
const UNSUPPORTED: Record<string, string> = {
  html: 'raw HTML',
  image: 'a picture among words; a picture stands in a paragraph of its own',
  del: 'struck-out words',
  hr: 'a line across; headings divide a text',
  checkbox: 'a box to tick',
  def: 'the target of a link apart from it; write [words](/path)',
};
const describeToken = ({ type, raw }: Token) => `has ${UNSUPPORTED[type] ?? `a ${type}`}: ${raw.trim().slice(0, 60)}`;

function toBlocks(tokens: Token[], context: ParseContext): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'heading':
        return [toHeading(token as Tokens.Heading, context)];
      // The text of a tight list item (no blank lines around it).
      case 'text':
      case 'paragraph':
        return [toParagraph(token as Tokens.Paragraph, context)];
      case 'list':
        return [toList(token as Tokens.List, context)];
      case 'blockquote':
        return [{ type: 'quote', inside: toBlocks(token.tokens ?? [], context) }];
      case 'code':
        return [{ type: 'code', text: (token as Tokens.Code).text }];
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const head = header.map((cell) => toInlines(cell.tokens, context));
        const cells = rows.map((row) => row.map((cell) => toInlines(cell.tokens, context)));
        return [{ type: 'table', head, names: head.map(getInlineText), rows: cells }];
      }
      default:
        report(context, token.raw, describeToken(token));
        return [];
    }
  });
}

function toList({ ordered, start, items, raw }: Tokens.List, context: ParseContext): Block {
  if (ordered && start !== 1) report(context, raw, `begins a list with ${start}; lists begin with 1`);
  return { type: 'list', ordered, items: items.map((item) => toBlocks(item.tokens, context)) };
}

function toHeading(token: Tokens.Heading, context: ParseContext): Block {
  if (token.depth > 3) report(context, token.raw, `has a heading of level ${token.depth}; three are enough`);
  const inside = toInlines(token.tokens, context);
  const words = getInlineText(inside);
  return { type: 'heading', level: token.depth === 3 ? 3 : 2, id: createUniqueId(words, context.ids), words, inside };
}

/** An image alone in its paragraph becomes an image block; links styled as buttons become one group side by side. */
function toParagraph(token: Tokens.Paragraph, context: ParseContext): Block {
  const tokens = token.tokens ?? [];
  const [only] = tokens;
  if (tokens.length === 1 && only?.type === 'image') {
    const { href, text, title, raw } = only as Tokens.Image;
    if (title) report(context, raw, `gives a picture the title '${title}', which nobody sees`);
    if (SAFE_IMAGE.test(href)) return { type: 'picture', src: href, alt: text };
    report(context, raw, `shows the picture ${href}, which is not one of ours`);
    return { type: 'paragraph', inside: [text] };
  }
  const inside = toInlines(tokens, context);
  const isButton = (each: Inline) => typeof each !== 'string' && each.type === 'link' && each.variant !== null;
  if (!inside.some(isButton)) return { type: 'paragraph', inside };
  if (inside.some((each) => !isButton(each) && !(typeof each === 'string' && each.trim() === '')))
    report(context, token.raw, 'has a button among words; buttons stand in a paragraph of their own');
  return { type: 'buttons', inside: inside.filter(isButton) };
}

function toInlines(tokens: Token[], context: ParseContext): Inline[] {
  return tokens.map((token): Inline => {
    switch (token.type) {
      case 'text':
        return toPlainText(token as Tokens.Text, context);
      case 'escape':
        return (token as Tokens.Escape).text;
      case 'strong':
      case 'em':
        return { type: token.type, inside: toInlines(token.tokens ?? [], context) };
      case 'codespan':
        return { type: 'code', text: (token as Tokens.Codespan).text };
      case 'br':
        return { type: 'break' };
      case 'link':
        return toLink(token as Tokens.Link, context);
      default:
        report(context, token.raw, describeToken(token));
        return token.raw;
    }
  });
}

/** Entities would show up literally, so texts must contain the character itself. Line breaks become spaces. */
function toPlainText(token: Tokens.Text, context: ParseContext): string {
  const [entity] = /&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.exec(token.text) ?? [];
  if (entity !== undefined) report(context, entity, `writes a sign as an entity: ${token.text.slice(0, 60)}`);
  return token.text.replaceAll('\n', ' ');
}

function toLink(token: Tokens.Link, context: ParseContext): Inline {
  const isKit = token.href.startsWith(context.gamesOrigin) && KIT_PATH.test(token.href.slice(context.gamesOrigin.length));
  const isSafe = isKit || SAFE_LINK.test(token.href);
  if (!isSafe) report(context, token.raw, `links to ${token.href}; links are to our pages, https or mail`);
  const [, title = null, heard] = /^(button|soft)(?: (.+))?$/.exec(token.title ?? '') ?? [];
  if (token.title != null && title === null) report(context, token.raw, `has a link with the title '${token.title}'`);
  return {
    type: 'link',
    // Never rendered but in a preview, and there it leads nowhere.
    to: isSafe ? token.href : '#',
    variant: title === 'button' ? 'primary' : title === 'soft' ? 'soft' : null,
    inside: toInlines(token.tokens, context),
    ...(heard !== undefined && { heard }),
  };
}

/** The id of a heading: its slug; if that is in use, with a number appended. */
function createUniqueId(words: string, ids: Map<string, number>): string {
  const base = slugify(words);
  const last = ids.get(base);
  // From the last number on: a text may have thousands of headings with the same words.
  let count = last === undefined ? 1 : last + 1;
  const toId = () => (count === 1 ? base : `${base}-${count}`);
  while (ids.has(toId())) count++;
  ids.set(base, count);
  const id = toId();
  if (id !== base) ids.set(id, 1);
  return id;
}

/** Turns text into a slug: `9-12 years` becomes `9-12-years`. */
export function slugify(words: string): string {
  const slug = words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? 'part' : slug;
}

/** The plain text of inline content, without markup. */
function getInlineText(inside: Inline[]): string {
  return inside
    .map((each) => {
      if (typeof each === 'string') return each;
      if (each.type === 'break') return ' ';
      return each.type === 'code' ? each.text : getInlineText(each.inside);
    })
    .join('');
}

/** The plain text of blocks, one block per line: for the search index and the reading time. */
export function getBlockText(blocks: Block[]): string {
  return blocks
    .map((block): string => {
      switch (block.type) {
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

function listInlineLinks(inside: Inline[]): string[] {
  return inside.flatMap((each) => {
    if (typeof each === 'string' || each.type === 'break' || each.type === 'code') return [];
    return each.type === 'link' ? [each.to, ...listInlineLinks(each.inside)] : listInlineLinks(each.inside);
  });
}

/** The target of every link in the blocks. */
export function listLinks(blocks: Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.type) {
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
