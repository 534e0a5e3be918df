import { parse, TextNode, type HTMLElement } from 'node-html-parser';
import { expect } from 'vitest';
import type { HttpClient, RequestContent } from './http-client.ts';

// Pages as a browser without JavaScript has them: their text, their links, their forms.

/**
 * As a browser without JavaScript: the content of `<noscript>` is part of the page, that of `<script>` and `<style>` is no HTML. The parser
 * would take the doctype for text.
 */
function parsePage(html: string): HTMLElement {
  return parse(html.replace(/^<!doctype[^>]*>/i, ''), { blockTextElements: { script: true, style: true } });
}

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
export const textOf = (html: string): string => readText(parsePage(html));

function readText(element: HTMLElement): string {
  return joinText(element).replaceAll(/\s+/g, ' ').trim();
}

/** Spaces separate elements: "1" and "day" in two of them are not "1day". */
function joinText(element: HTMLElement): string {
  return element.childNodes
    .map((node) => (node instanceof TextNode ? node.text : isElement(node) && isShown(node) ? ` ${joinText(node)} ` : ''))
    .join('');
}

const isElement = (node: object): node is HTMLElement => 'tagName' in node;
const isShown = ({ tagName }: HTMLElement) => !/^(script|style|template)$/i.test(tagName);

/** The inner HTML of each outermost element with this name and these attributes. */
export function findElements(html: string, name: string, wanted: Record<string, string> = {}): string[] {
  const conditions = Object.entries(wanted).map(([key, value]) => `[${key}${key === 'class' ? '~' : ''}=${JSON.stringify(value)}]`);
  const selector = name + conditions.join('');
  const found = parsePage(html).querySelectorAll(selector);
  return found.filter((element) => !element.parentNode?.closest(selector)).map(({ innerHTML }) => innerHTML);
}

const matchesText = (words: string, wanted: string | RegExp) => (typeof wanted === 'string' ? words === wanted : wanted.test(words));

export function findLinks(html: string): { words: string; to: string }[] {
  return parsePage(html)
    .querySelectorAll('a')
    .map((link) => ({ to: link.getAttribute('href') ?? '', words: link.getAttribute('aria-label') ?? readText(link) }));
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
  const page = parsePage(html);
  for (const form of page.querySelectorAll('form')) {
    const pressed = form
      .querySelectorAll('button')
      .find((each) => matchesText(getLabel(page, each), button) || matchesText(readText(each), button));
    if (!pressed) continue;
    const { action = '', method = 'get', enctype } = form.attrs;
    const fields: Record<string, string> = {};
    for (const input of form.querySelectorAll('input')) {
      const { name, type = 'text', value = type === 'checkbox' ? 'on' : '', checked } = input.attrs;
      if (name !== undefined && type !== 'file' && (!/^(checkbox|radio)$/.test(type) || checked !== undefined)) fields[name] = value;
    }
    for (const area of form.querySelectorAll('textarea')) {
      const { name } = area.attrs;
      if (name !== undefined) fields[name] = area.text;
    }
    for (const select of form.querySelectorAll('select')) {
      const { name } = select.attrs;
      const chosen = select.querySelector('option[selected]') ?? select.querySelector('option');
      if (name !== undefined && chosen) fields[name] = chosen.getAttribute('value') ?? chosen.text;
    }
    const { name, value = '', formaction } = pressed.attrs;
    if (name !== undefined) fields[name] = value;
    const names = form.querySelectorAll('input, select, textarea, button').flatMap((field) => field.getAttribute('name') ?? []);
    return { action: formaction ?? action, method: method.toLowerCase(), type: enctype, fields, names };
  }
  throw new Error(`no form here has a button '${String(button)}'`);
}

/** The text of a button, or what labels it instead. */
function getLabel(page: HTMLElement, button: HTMLElement): string {
  const labelId = button.getAttribute('aria-labelledby');
  const labelledBy = labelId === undefined ? null : page.getElementById(labelId);
  return button.getAttribute('aria-label') ?? readText(labelledBy ?? button);
}

/** The attributes of each element of this name, in order, including void elements such as `<meta>`. */
export function attributesOfAll(html: string, name: string): Record<string, string>[] {
  return parsePage(html)
    .querySelectorAll(name)
    .map(({ attrs }) => attrs);
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
