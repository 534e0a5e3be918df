import type { z } from 'zod';
import { createSearchDocument, type SearchDocument } from '../search.rules.ts';
import type { Block, ArticleBody, Category, HelpArticle, HelpCard, Page, Picture, Section, Post, PostCard } from '../schema.ts';
import { helpFrontMatter, pageFrontMatter, postFrontMatter } from './forms.server.ts';
import { ArticleError, parseBody, slugify, parseFrontMatter, getBlockText } from './rules.ts';

/** Everything in content/, parsed and indexed for search. */
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

/**
 * Values that a text cannot know: the support address, the games' own origin, the size of Creator Studio ('46 KB'), what each age can do, and
 * what a guardian decides: tables in Markdown.
 */
type Placeholders = { support: string; games: string; studioSize: string; ageTable: string; consentTable: string };

type ParsedSource<F> = { slug: string; front: F; body: ArticleBody };

/**
 * Loads all articles. @param sources path -> text, with paths like content/blog/name.md. @param placeholders values of {{support}},
 * {{games}}, {{studioSize}}, {{ageTable}} and {{consentTable}}
 * @throws ArticleError with the path of the invalid article
 */
export function loadArticles(sources: Record<string, string>, placeholders: Placeholders): ArticleIndex {
  const pages = new Map<string, Page>();
  for (const { slug, front, body } of parseFolder(sources, 'pages', pageFrontMatter, placeholders))
    pages.set(slug, toPage(slug, front, body));
  const posts = parseFolder(sources, 'blog', postFrontMatter, placeholders)
    .map(({ slug, front, body }): Post => {
      const { category, picture, ...rest } = front;
      return { slug, ...rest, picture: toPicture('blog', slug, picture), category: { slug: slugify(category), name: category }, ...body };
    })
    .sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug));
  const topics = pages.get('help')?.parts ?? [];
  const helpSources = parseFolder(sources, 'help', helpFrontMatter, placeholders).sort((a, b) => a.front.place - b.front.place);
  const help = helpSources.map(({ slug, front, body }): HelpArticle => {
    const topic = topics.find((each) => each.id === front.topic);
    if (!topic)
      throw new ArticleError(`content/help/${slug}.md is of the topic '${front.topic}', which content/pages/help.md does not have`);
    const [first] = topic.blocks;
    const image = first?.type === 'picture' ? first.src : null;
    const picture = toPicture('help', slug, front.picture);
    return {
      slug,
      title: front.title,
      description: front.description,
      picture,
      topic: { id: topic.id, title: topic.title, image },
      ...body,
    };
  });
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

function parseFolder<F extends z.ZodType>(
  sources: Record<string, string>,
  name: 'pages' | 'blog' | 'help',
  schema: F,
  placeholders: Placeholders,
): ParsedSource<z.infer<F>>[] {
  return Object.entries(sources).flatMap(([path, source]) => {
    const [, slug] = new RegExp(`content/${name}/([a-z0-9-]+)\\.md$`).exec(path) ?? [];
    if (slug === undefined) return [];
    try {
      const { front, text } = parseFrontMatter(
        source.replaceAll(/\{\{(support|games|studioSize|ageTable|consentTable)\}\}/g, (_, word: keyof Placeholders) => placeholders[word]),
      );
      const parsed = schema.safeParse(front);
      if (!parsed.success)
        throw new ArticleError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
      return [{ slug, front: parsed.data, body: parseBody(text, placeholders.games) }];
    } catch (error) {
      if (error instanceof ArticleError) throw new ArticleError(`content/${name}/${slug}.md ${error.message}`);
      throw error;
    }
  });
}

function toPage(slug: string, front: z.infer<typeof pageFrontMatter>, body: ArticleBody): Page {
  const { title, description, updated, image, cards, versions, emptyTitle, emptyText } = front;
  if (cards > body.parts.length) throw new ArticleError(`content/pages/${slug}.md has fewer parts than cards`);
  if (versions === 'yes' && body.parts.length !== 2)
    throw new ArticleError(`content/pages/${slug}.md has ${body.parts.length} parts; a short version and an exact one are two`);
  if ((emptyTitle === undefined) !== (emptyText === undefined))
    throw new ArticleError(`content/pages/${slug}.md has one of emptyTitle and emptyText; they go together`);
  if (emptyTitle !== undefined && body.parts.length === 0)
    throw new ArticleError(`content/pages/${slug}.md has no part that names what is empty`);
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

/** The URLs of an article's picture, which its path determines. */
function toPicture(folder: 'blog' | 'help', slug: string, alt: string): Picture {
  const path = `/articles/${folder}/${slug}`;
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
