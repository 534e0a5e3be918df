import { createElement, useId } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { expect, test } from 'vitest';
import { createHtmlCache } from './html-cache.server.tsx';

test('content is rendered once for equal properties, whoever asks, and anew for others', () => {
  let rendered = 0;
  function Card({ title }: { title: string; onPress: () => void }) {
    rendered++;
    return createElement(Link, { to: '/games/one' }, title);
  }
  const cache = createHtmlCache();
  const first = cache.html(Card, { title: 'Bao <Master>', onPress: () => {} }, null);
  const second = cache.html(Card, { title: 'Bao <Master>', onPress: () => {} }, null);
  expect(first).toBe('<a href="/games/one" data-discover="true">Bao &lt;Master&gt;</a>');
  expect(second).toBe(first);
  expect(rendered).toBe(1);
  expect(cache.html(Card, { title: 'Kite Club', onPress: () => {} }, null)).toContain('Kite Club');
  expect(rendered).toBe(2);
});

test('components with the same properties do not share HTML', () => {
  const cache = createHtmlCache();
  const One = () => 'one';
  const Two = () => 'two';
  expect(cache.html(One, {}, null)).toBe('one');
  expect(cache.html(Two, {}, null)).toBe('two');
});

test("content that asks for the router's data fails, so that no player's data is kept for others", () => {
  const Name = () => useRouteLoaderData<{ name: string }>('root')?.name;
  expect(() => createHtmlCache().html(Name, {}, null)).toThrow(/useRouteLoaderData|data router/);
});

test('content with an id of useId fails, because the id would be on a page several times', () => {
  const Field = () => createElement('input', { id: useId() });
  expect(() => createHtmlCache().html(Field, {}, null)).toThrow('useId');
  // A title that only looks like one is a title.
  const Titled = ({ title }: { title: string }) => createElement('i', { title });
  expect(createHtmlCache().html(Titled, { title: '_R_1_' }, null)).toBe('<i title="_R_1_"></i>');
});

test('pictures in view are not preloaded from within the content, where the link would not be in the head', () => {
  const Cover = () => createElement('img', { src: '/cover.svg', alt: '' });
  expect(createHtmlCache().html(Cover, {}, null)).toBe('<img src="/cover.svg" alt=""/>');
});
