import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';

/** A component as the server sends it, at an address: all of it has to be there, and to work, before any script is. */
export function renderToHtml(element: ReactElement, address: string): string {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  return renderToStaticMarkup(createElement(RouterProvider, { router })).replaceAll('&#x27;', "'");
}

/** The words of a page, without its elements. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The attributes of the elements that have all of these. */
export function findElements(html: string, element: string, wanted: Record<string, string>): Record<string, string>[] {
  const all = [...html.matchAll(new RegExp(`<${element} ([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value])),
  );
  return all.filter((each) => Object.entries(wanted).every(([name, value]) => each[name] === value));
}
