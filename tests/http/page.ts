import { expect } from 'vitest';
import type { HttpClient, RequestContent } from './http-client.ts';

// Pages as a browser without JavaScript has them: their text, their links, their forms.
// They are parsed with regular expressions, which is enough for React's output.

/** An open page. */
export type Page = { html: string; at: URL; status: number };

/** A page's path and query. */
export const pathOf = ({ at }: Page): string => at.pathname + at.search;

/** A page's title: its main heading. */
export const titleOf = ({ html }: Page): string => findElements(html, 'h1').map(textOf).join(' ');

/** Opens a URL and follows redirects. */
export async function open(person: HttpClient, address: string): Promise<Page> {
  return followToPage(person, await person.get(address), new URL(address, person.origin));
}

/** Encodes a form that contains files. */
export async function multipart(fields: Record<string, string | File>): Promise<Required<Pick<RequestContent, 'body' | 'headers'>>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const sent = new Response(form);
  return { body: Buffer.from(await sent.arrayBuffer()), headers: { 'content-type': sent.headers.get('content-type') ?? '' } };
}

/** Chooses files in a form and presses one of its buttons. @param files by field name */
export async function upload(
  person: HttpClient,
  { html, at }: Page,
  button: string | RegExp,
  files: Record<string, File>,
  typed: Record<string, string> = {},
): Promise<Page> {
  const { action, fields, names, type } = findForm(html, button);
  for (const name of Object.keys({ ...typed, ...files })) expect(names, `the form at ${at.pathname} has the field`).toContain(name);
  expect(type, 'a form that takes files').toBe('multipart/form-data');
  const to = new URL(action, at);
  return followToPage(person, await person.request('POST', to.href, await multipart({ ...fields, ...typed, ...files })), to);
}

/**
 * Submits a form by one of its buttons.
 * @param typed values to enter, check or select before, by field name; null unchecks a checkbox
 */
export async function submitForm(
  person: HttpClient,
  { html, at }: Page,
  button: string | RegExp,
  typed: Record<string, string | null> = {},
): Promise<Page> {
  const { action, method, fields, names } = findForm(html, button);
  for (const name of Object.keys(typed)) expect(names, `the form at ${at.pathname} has the field`).toContain(name);
  const to = new URL(action, at);
  const all = Object.fromEntries(Object.entries({ ...fields, ...typed }).filter((each): each is [string, string] => each[1] !== null));
  if (method !== 'get') return followToPage(person, await person.post(to.href, all), to);
  to.search = new URLSearchParams(all).toString();
  return open(person, to.href);
}

/** Follows the first link with this text. */
export async function followLink(person: HttpClient, { html, at }: Page, words: string | RegExp): Promise<Page> {
  const [link] = findLinks(html).filter((each) => matchesText(each.words, words));
  expect(link, `a link '${String(words)}' at ${at.pathname}`).toBeDefined();
  return open(person, new URL(link?.to ?? '', at).href);
}

/** The text of a page, or of a part of it, as a browser without JavaScript shows it. */
export function textOf(html: string): string {
  const shown = html.replaceAll(/<(script|style|template)\b[^]*?<\/\1>/g, ' ').replaceAll(/<!--[^]*?-->/g, '');
  return decodeEntities(shown.replaceAll(/<[^>]+>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The inner HTML of each outermost element with this name and these attributes. */
export function findElements(html: string, name: string, wanted: Record<string, string> = {}): string[] {
  const found: string[] = [];
  const opening = new RegExp(String.raw`<${name}(\s[^>]*)?>`, 'g');
  for (let at = opening.exec(html); at !== null; at = opening.exec(html)) {
    const given = parseAttributes(at[1] ?? '');
    if (!Object.entries(wanted).every(([key, value]) => (key === 'class' ? given[key]?.split(' ').includes(value) : given[key] === value)))
      continue;
    const end = findEnd(html, name, opening.lastIndex);
    found.push(html.slice(opening.lastIndex, end));
    opening.lastIndex = end;
  }
  return found;
}

const matchesText = (words: string, wanted: string | RegExp) => (typeof wanted === 'string' ? words === wanted : wanted.test(words));

/** The end of the element that starts before `from`: it may contain others of the same name. */
function findEnd(html: string, name: string, from: number): number {
  const tag = new RegExp(String.raw`<(/?)${name}(?=[\s>])`, 'g');
  tag.lastIndex = from;
  let depth = 1;
  for (let at = tag.exec(html); at !== null; at = tag.exec(html)) {
    depth += at[1] === '/' ? -1 : 1;
    if (depth === 0) return at.index;
  }
  return html.length;
}

export function findLinks(html: string): { words: string; to: string }[] {
  return [...html.matchAll(/<a(\s[^>]*)>([^]*?)<\/a>/g)].map(([, attributes = '', inner = '']) => {
    const { href = '', 'aria-label': label } = parseAttributes(attributes);
    return { to: href, words: label ?? textOf(inner) };
  });
}

type Form = {
  action: string;
  method: string;
  type: string | undefined;
  /** The fields that it sends with their initial values. */
  fields: Record<string, string>;
  /** All its fields, including those that send nothing initially. */
  names: string[];
};

/** The first form with a button of this text. */
function findForm(html: string, button: string | RegExp): Form {
  for (const [, head = '', inner = ''] of html.matchAll(/<form(\s[^>]*)?>([^]*?)<\/form>/g)) {
    const pressed = [...inner.matchAll(/<button(\s[^>]*)?>([^]*?)<\/button>/g)]
      .map(([, attributes = '', words = '']) => ({ given: parseAttributes(attributes), words: textOf(words) }))
      .find(
        ({ given, words }) =>
          matchesText(given['aria-label'] ?? getLabelText(html, given['aria-labelledby']) ?? words, button) || matchesText(words, button),
      );
    if (!pressed) continue;
    const { action = '', method = 'get', enctype } = parseAttributes(head);
    const fields: Record<string, string> = {};
    for (const [, attributes = ''] of inner.matchAll(/<input(\s[^>]*?)\/?>/g)) {
      const { name, type = 'text', value = type === 'checkbox' ? 'on' : '', checked } = parseAttributes(attributes);
      if (name !== undefined && type !== 'file' && (!/^(checkbox|radio)$/.test(type) || checked !== undefined)) fields[name] = value;
    }
    for (const [, attributes = '', text = ''] of inner.matchAll(/<textarea(\s[^>]*)>([^]*?)<\/textarea>/g)) {
      const { name } = parseAttributes(attributes);
      if (name !== undefined) fields[name] = decodeEntities(text);
    }
    const { name, value = '', formaction } = pressed.given;
    if (name !== undefined) fields[name] = value;
    const names = [...inner.matchAll(/<(?:input|select|textarea|button)(\s[^>]*)>/g)].flatMap(([, attributes = '']) => {
      const given = parseAttributes(attributes);
      return given['name'] === undefined ? [] : [given['name']];
    });
    return { action: formaction ?? action, method: method.toLowerCase(), type: enctype, fields, names };
  }
  throw new Error(`no form here has a button '${String(button)}'`);
}

/** The text of the element with this id, which labels another one. */
function getLabelText(html: string, id: string | undefined): string | null {
  const [, element = '', from = ''] = (id !== undefined && new RegExp(String.raw`<(\w+)[^>]*\sid="${id}"[^>]*>([^]*)`).exec(html)) || [];
  return element === '' ? null : textOf(from.slice(0, findEnd(from, element, 0)));
}

/** The attributes of each element of this name, in order, including void elements such as `<meta>`. */
export function attributesOfAll(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(String.raw`<${name}(\s[^>]*?)/?>`, 'g'))].map(([, attributes = '']) => parseAttributes(attributes));
}

function parseAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name.toLowerCase(), decodeEntities(value)]),
  );
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Decodes HTML entities. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, decimal?: string, name?: string) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : decimal ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name ?? ''] ?? all),
  );
}

async function followToPage(person: HttpClient, answer: Response, from: URL): Promise<Page> {
  const { answer: last, at } = await person.follow(answer, from);
  return { html: await last.text(), at, status: last.status };
}

/** Limits a page to its first element with this name and these attributes, for content that appears in several places. */
export function within(page: Page, name: string, wanted: Record<string, string> = {}): Page {
  const [html] = findElements(page.html, name, wanted);
  expect(html, `<${name}> with ${JSON.stringify(wanted)} at ${page.at.pathname}`).toBeDefined();
  return { ...page, html: html ?? '' };
}
