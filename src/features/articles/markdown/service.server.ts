import type { z } from 'zod';
import { createSearchDocument, type SearchDocument } from '../search.rules.ts';
import type { ArticleBody, Block, Category, HelpArticle, HelpCard, Page, Picture, Post, PostCard, Section } from '../schema.ts';
import { FRONT_MATTER, frontMatterOfFile } from './forms.server.ts';
import { fillPlaceholders, findUnknownPlaceholders, type Placeholders } from './placeholders.rules.ts';
import { ArticleError, parseBody, slugify, parseFrontMatter, getBlockText } from './rules.ts';
import { TEXT_FOLDERS, TEXT_KINDS, type TextKind, type TextSource } from './schema.ts';

/** All texts, parsed and indexed for search. */
export type ArticleIndex = {
  pages: Map<string, Page>;
  /** Newest first. */
  posts: Post[];
  postIndex: SearchDocument<Post>[];
  categories: Category[];
  topics: { id: string; title: string; blocks: Block[] }[];
  /** Sorted by `place`. */
  help: HelpArticle[];
  popular: HelpArticle[];
  helpIndex: SearchDocument<HelpArticle>[];
  faq: Section[];
};

type Parsed<Kind extends TextKind> = { slug: string; front: z.infer<(typeof FRONT_MATTER)[Kind]>; body: ArticleBody };

/** A text is invalid; `text` says which. */
export class TextError extends ArticleError {
  readonly text: Pick<TextSource, 'kind' | 'slug'>;

  constructor(text: Pick<TextSource, 'kind' | 'slug'>, message: string) {
    super(`content/${TEXT_FOLDERS[text.kind]}/${text.slug}.md ${message}`);
    this.text = { kind: text.kind, slug: text.slug };
  }
}

/**
 * Loads all articles. @param sources path -> text, with paths like content/blog/name.md. @param placeholders values of {{support}},
 * {{games}}, {{studioSize}}, {{ageTable}} and {{consentTable}}
 * @throws ArticleError with the path of the invalid article
 */
export function loadArticles(sources: Record<string, string>, placeholders: Placeholders): ArticleIndex {
  return parseArticles(readSources(sources), placeholders);
}

/** Separates the front matter of each file from its text. @param files path -> text @throws TextError */
export function readSources(files: Record<string, string>): TextSource[] {
  return Object.entries(files).flatMap(([path, file]) => {
    const [, folder, slug = ''] = /content\/([a-z]+)\/([a-z0-9-]+)\.md$/.exec(path) ?? [];
    const kind = TEXT_KINDS.find((each) => TEXT_FOLDERS[each] === folder);
    if (kind === undefined) return [];
    return withTextError({ kind, slug }, () => {
      const { front, text } = parseFrontMatter(file);
      const parsed = frontMatterOfFile.safeParse(front);
      if (!parsed.success) throw new ArticleError('has front matter that is not names with texts');
      return [{ kind, slug, front: parsed.data, body: text }];
    });
  });
}

/** Parses all texts and indexes them. @throws TextError for the first invalid one */
export function parseArticles(sources: readonly TextSource[], placeholders: Placeholders): ArticleIndex {
  const pages = new Map<string, Page>();
  for (const { slug, front, body } of parseKind('page', sources, placeholders))
    pages.set(
      slug,
      withTextError({ kind: 'page', slug }, () => toPage(slug, front, body)),
    );
  const posts = parseKind('blog', sources, placeholders)
    .map((parsed) => toPost(parsed))
    .sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug));
  const topics = pages.get('help')?.parts ?? [];
  const helpSources = parseKind('help', sources, placeholders).sort(
    (a, b) => a.front.place - b.front.place || a.slug.localeCompare(b.slug),
  );
  const help = helpSources.map((parsed) => toHelpArticle(parsed, topics));
  return {
    pages,
    posts,
    postIndex: posts.map((post) =>
      createSearchDocument(post, `${post.title} ${post.category.name}`, `${post.description}\n${getFullText(post)}`),
    ),
    categories: [...new Map(posts.map((post) => [post.category.slug, post.category])).values()].sort((a, b) =>
      a.name.localeCompare(b.name),
    ),
    topics,
    help,
    popular: help.filter((_, i) => helpSources[i]?.front.popular === 'yes'),
    helpIndex: help.map((article) => createSearchDocument(article, article.title, `${article.description}\n${getFullText(article)}`)),
    faq: pages.get('help-center')?.parts ?? [],
  };
}

function parseKind<Kind extends TextKind>(kind: Kind, sources: readonly TextSource[], placeholders: Placeholders): Parsed<Kind>[] {
  return sources
    .filter((source) => source.kind === kind)
    .map((source) =>
      withTextError(source, () => {
        const [unknown] = findUnknownPlaceholders([...Object.values(source.front), source.body].join('\n'));
        if (unknown !== undefined) throw new ArticleError(`has ${unknown}, which stands for nothing`);
        const filled = Object.fromEntries(Object.entries(source.front).map(([name, text]) => [name, fillPlaceholders(text, placeholders)]));
        const parsed = FRONT_MATTER[kind].safeParse(filled);
        if (!parsed.success)
          throw new ArticleError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
        const body = parseBody(fillPlaceholders(source.body, placeholders), placeholders.games);
        return { slug: source.slug, front: parsed.data as Parsed<Kind>['front'], body };
      }),
    );
}

function withTextError<Done>(text: Pick<TextSource, 'kind' | 'slug'>, run: () => Done): Done {
  try {
    return run();
  } catch (error) {
    throw error instanceof ArticleError && !(error instanceof TextError) ? new TextError(text, error.message) : error;
  }
}

/** A post from its parts. */
export function toPost({ slug, front, body }: Parsed<'blog'>): Post {
  const { category, picture, cover, ...rest } = front;
  return {
    slug,
    ...rest,
    picture: toPicture(cover ?? `blog/${slug}`, picture),
    category: { slug: slugify(category), name: category },
    ...body,
  };
}

/** A help article from its parts. @param topics the sections of the page /help @throws TextError for a topic that is not there */
export function toHelpArticle({ slug, front, body }: Parsed<'help'>, topics: ArticleIndex['topics']): HelpArticle {
  const topic = topics.find((each) => each.id === front.topic);
  if (!topic) throw new TextError({ kind: 'help', slug }, `is of the topic '${front.topic}', which the page /help does not have`);
  const [first] = topic.blocks;
  return {
    slug,
    title: front.title,
    description: front.description,
    picture: toPicture(front.cover ?? `help/${slug}`, front.picture),
    topic: { id: topic.id, title: topic.title, image: first?.type === 'picture' ? first.src : null },
    ...body,
  };
}

/** A page from its parts. @throws ArticleError if the parts do not fit */
export function toPage(slug: string, front: Parsed<'page'>['front'], body: ArticleBody): Page {
  const { title, description, updated, image, cards, versions, emptyTitle, emptyText } = front;
  if (cards > body.parts.length)
    throw new ArticleError(`has fewer parts than cards: ${body.parts.length} headings with one #, and the page lays out ${cards}`);
  if (versions === 'yes' && body.parts.length !== 2)
    throw new ArticleError(`has ${body.parts.length} parts; a short version and an exact one are two headings with one #`);
  if ((emptyTitle === undefined) !== (emptyText === undefined))
    throw new ArticleError('has one of emptyTitle and emptyText; they go together');
  if (emptyTitle !== undefined && body.parts.length === 0)
    throw new ArticleError('has no part, a heading with one #, that names what is empty');
  return {
    slug,
    title,
    description,
    updated: updated ?? null,
    image: image ?? null,
    cards,
    versions: versions === 'yes',
    empty: emptyTitle === undefined || emptyText === undefined ? null : { title: emptyTitle, text: emptyText },
    ...body,
  };
}

/** The URLs of an article's picture. @param name its own path, such as help/kiddocash, or that of another article whose picture it shares */
function toPicture(name: string, alt: string): Picture {
  const path = `/articles/${name}`;
  return { src: `${path}.svg`, shared: `${path}.png`, alt };
}

function getFullText({ lead, parts }: ArticleBody): string {
  return [getBlockText(lead), ...parts.map((part) => `${part.title}\n${getBlockText(part.blocks)}`)].join('\n');
}

/** The fields of a post that a list shows. */
export function toPostCard({ slug, title, description, date, author, category, picture, cloth }: Post): PostCard {
  return { slug, title, description, date, author, category, picture, cloth };
}

/** The fields of a help article that a list shows. */
export function toHelpCard({ slug, title, description, picture }: HelpArticle): HelpCard {
  return { slug, title, description, picture };
}
