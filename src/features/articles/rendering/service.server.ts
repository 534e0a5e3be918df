import type { z } from 'zod';
import { findable, type Findable } from '../finding/rules.ts';
import {
  helpFront,
  pageFront,
  postFront,
  type Block,
  type Body,
  type Category,
  type HelpArticle,
  type HelpCard,
  type Page,
  type Part,
  type Post,
  type PostCard,
} from '../schema.ts';
import { ArticleFault, readBody, slugOf, splitFront, textOf } from './rules.ts';

/** Everything that is in content/, ready to be shown and found. */
export type Library = {
  pages: Map<string, Page>;
  /** Newest first. */
  posts: Post[];
  postIndex: Findable<Post>[];
  categories: Category[];
  topics: { id: string; title: string; blocks: Block[] }[];
  /** In the order of their places. */
  help: HelpArticle[];
  popular: HelpArticle[];
  helpIndex: Findable<HelpArticle>[];
  faq: Part[];
};

/** What differs from one installation to the next: where people write to, and the games' own origin. */
type Words = { support: string; games: string };

type Source<F> = { slug: string; front: F; body: Body };

/**
 * Reads all articles. @param sources path -> text, as content/blog/name.md has it. @param words what stands for {{support}} and {{games}}
 * @throws ArticleFault with the path of the article that is not as it has to be
 */
export function readLibrary(sources: Record<string, string>, words: Words): Library {
  const pages = new Map<string, Page>();
  for (const { slug, front, body } of folder(sources, 'pages', pageFront, words)) pages.set(slug, pageOf(slug, front, body));
  const posts = folder(sources, 'blog', postFront, words)
    .map(({ slug, front, body }): Post => {
      const { category, ...rest } = front;
      return { slug, ...rest, category: { slug: slugOf(category), name: category }, ...body };
    })
    .sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug));
  const topics = pages.get('help')?.parts ?? [];
  const helpSources = folder(sources, 'help', helpFront, words).sort((a, b) => a.front.place - b.front.place);
  const help = helpSources.map(({ slug, front, body }): HelpArticle => {
    const topic = topics.find((each) => each.id === front.topic);
    if (!topic)
      throw new ArticleFault(`content/help/${slug}.md is of the topic '${front.topic}', which content/pages/help.md does not have`);
    const [first] = topic.blocks;
    const image = first?.is === 'picture' ? first.src : null;
    return { slug, title: front.title, description: front.description, topic: { id: topic.id, title: topic.title, image }, ...body };
  });
  return {
    pages,
    posts,
    postIndex: posts.map((post) => findable(post, `${post.title} ${post.category.name}`, `${post.description}\n${wholeText(post)}`)),
    categories: [...new Map(posts.map((post) => [post.category.slug, post.category])).values()].sort((a, b) =>
      a.name.localeCompare(b.name),
    ),
    topics,
    help,
    popular: help.filter((_, i) => helpSources[i]?.front.popular === 'yes'),
    helpIndex: help.map((article) => findable(article, article.title, `${article.description}\n${wholeText(article)}`)),
    faq: pages.get('help-center')?.parts ?? [],
  };
}

function folder<F extends z.ZodType>(
  sources: Record<string, string>,
  name: 'pages' | 'blog' | 'help',
  schema: F,
  words: Words,
): Source<z.infer<F>>[] {
  return Object.entries(sources).flatMap(([path, source]) => {
    const [, slug] = new RegExp(`content/${name}/([a-z0-9-]+)\\.md$`).exec(path) ?? [];
    if (slug === undefined) return [];
    try {
      const { front, text } = splitFront(source.replaceAll(/\{\{(support|games)\}\}/g, (_, word: keyof Words) => words[word]));
      const parsed = schema.safeParse(front);
      if (!parsed.success)
        throw new ArticleFault(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
      return [{ slug, front: parsed.data, body: readBody(text, words.games) }];
    } catch (error) {
      if (error instanceof ArticleFault) throw new ArticleFault(`content/${name}/${slug}.md ${error.message}`);
      throw error;
    }
  });
}

function pageOf(slug: string, front: z.infer<typeof pageFront>, body: Body): Page {
  const { title, description, updated, image, cards, versions, emptyTitle, emptyText } = front;
  if (cards > body.parts.length) throw new ArticleFault(`content/pages/${slug}.md has fewer parts than cards`);
  if (versions === 'yes' && body.parts.length !== 2)
    throw new ArticleFault(`content/pages/${slug}.md has ${body.parts.length} parts; a short version and an exact one are two`);
  if ((emptyTitle === undefined) !== (emptyText === undefined))
    throw new ArticleFault(`content/pages/${slug}.md has one of emptyTitle and emptyText; they go together`);
  if (emptyTitle !== undefined && body.parts.length === 0)
    throw new ArticleFault(`content/pages/${slug}.md has no part that names what is empty`);
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

function wholeText({ lead, parts }: Body): string {
  return [textOf(lead), ...parts.map((part) => `${part.title}\n${textOf(part.blocks)}`)].join('\n');
}

/** What a list says of a post. */
export function cardOf({ slug, title, description, date, author, category, image, cloth }: Post): PostCard {
  return { slug, title, description, date, author, category, image, cloth };
}

/** What a list says of a help article. */
export function helpCardOf({ slug, title, description }: HelpArticle): HelpCard {
  return { slug, title, description };
}
