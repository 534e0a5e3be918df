import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';

/** Server-renders a component at a URL. Everything must be there and work before any script runs. */
export function renderToHtml(element: ReactElement, address: string): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  return renderToStaticMarkup(createElement(RouterProvider, { router })).replaceAll('&#x27;', "'");
}

/** The text of a page, without its elements. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The attributes of the elements that match all of these. */
export function findElements(html: string, element: string, wanted: Record<string, string>): Record<string, string>[] {
  const all = [...html.matchAll(new RegExp(`<${element} ([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value])),
  );
  return all.filter((each) => Object.entries(wanted).every(([name, value]) => each[name] === value));
}

/** What a form of a page sends besides what a person enters: its hidden fields. */
export function hiddenFieldsOf(element: ReactElement): Record<string, string> {
  const fields = findElements(renderToHtml(element, '/'), 'input', { type: 'hidden' });
  return Object.fromEntries(fields.map(({ name = '', value = '' }) => [name, value]));
}
