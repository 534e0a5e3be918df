import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml } from '../../../../tests/markup.ts';
import type { SocialLink } from '../schema.ts';
import { socialLinks } from '../rules.ts';
import { Footer } from './footer.tsx';

const footer = (social: SocialLink[]) => renderToHtml(createElement(Footer, { social }), '/');

test('the footer links to the configured sites by name, and leaves no gap for others', () => {
  const social = socialLinks([
    { site: 'facebook', to: 'https://www.facebook.com/kiddo' },
    { site: 'youtube', to: 'https://www.youtube.com/@kiddo' },
  ]);
  expect(findElements(footer(social), 'a', { rel: 'noopener noreferrer external' })).toMatchObject([
    { href: 'https://www.facebook.com/kiddo', 'aria-label': 'Facebook' },
    { href: 'https://www.youtube.com/@kiddo', 'aria-label': 'YouTube' },
  ]);
  expect(footer([])).not.toMatch(/footer-social|external/);
});

test('the footer leads to what the specification names', () => {
  for (const href of ['/about', '/parents', '/contact', '/safety', '/privacy', '/terms', '/cookies'])
    expect([href, findElements(footer([]), 'a', { href }).length]).toEqual([href, 1]);
});
