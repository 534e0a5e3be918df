import { describe, expect, it } from 'vitest';
import { checkBody, listLinks, parseBody, slugify, parseFrontMatter, getBlockText } from './rules.ts';

const GAMES = 'http://localhost:3001';
const read = (text: string) => parseBody(text, GAMES);

describe('parseFrontMatter', () => {
  it('reads the YAML above the text as strings', () => {
    expect(
      parseFrontMatter("---\ntitle: 'For parents: what it costs'\ncards: 3\ndate: 2026-11-21\npopular: yes\n---\nText\n---\n"),
    ).toEqual({
      front: { title: 'For parents: what it costs', cards: '3', date: '2026-11-21', popular: 'yes' },
      text: 'Text\n---\n',
    });
    expect(parseFrontMatter('---\r\ntitle: A\r\n---\r\nText')).toEqual({ front: { title: 'A' }, text: 'Text' });
  });

  it('says what is wrong', () => {
    expect(() => parseFrontMatter('Text')).toThrow('does not begin');
    expect(() => parseFrontMatter('---\ntitle: For parents: A\n---\n')).toThrow('is not YAML: Nested mappings');
    expect(() => parseFrontMatter('---\ntitle: A\ntitle: B\n---\n')).toThrow('is not YAML: Map keys must be unique');
  });
});

describe('readBody', () => {
  it('reads words, lists, tables, quotes and code', () => {
    const { lead } = read(
      'A **b** *c* `<d>`  \ne\nf\n\n- one\n- two\n\n1. first\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nx < y\n```\n',
    );
    expect(lead).toEqual([
      {
        type: 'paragraph',
        inside: [
          'A ',
          { type: 'strong', inside: ['b'] },
          ' ',
          { type: 'em', inside: ['c'] },
          ' ',
          { type: 'code', text: '<d>' },
          { type: 'break' },
          'e f',
        ],
      },
      { type: 'list', ordered: false, items: [[{ type: 'paragraph', inside: ['one'] }], [{ type: 'paragraph', inside: ['two'] }]] },
      { type: 'list', ordered: true, items: [[{ type: 'paragraph', inside: ['first'] }]] },
      { type: 'quote', inside: [{ type: 'paragraph', inside: ['said'] }] },
      { type: 'table', head: [['a'], ['b']], names: ['a', 'b'], rows: [[['1'], ['2']]] },
      { type: 'code', text: 'x < y' },
    ]);
  });

  it('begins parts at headings of the first level and gives each heading an id of its own', () => {
    const { lead, parts } = read('Hello\n\n# For *parents*: it’s 9-12\n\n## Why?\n\nA\n\n## Why?\n\n# Why?\n');
    expect(lead).toHaveLength(1);
    expect(parts.map(({ id, title }) => [id, title])).toEqual([
      ['for-parents-its-9-12', 'For parents: it’s 9-12'],
      ['why-3', 'Why?'],
    ]);
    expect(parts[0]?.blocks.flatMap((block) => (block.type === 'heading' ? [block.id] : []))).toEqual(['why', 'why-2']);
  });

  it('knows links that look like buttons, alone in their paragraph', () => {
    expect(read('[Go](/games "button") [More](/help "soft")').lead).toEqual([
      {
        type: 'buttons',
        inside: [
          { type: 'link', to: '/games', variant: 'primary', inside: ['Go'] },
          { type: 'link', to: '/help', variant: 'soft', inside: ['More'] },
        ],
      },
    ]);
    expect(read('[More](/help "soft about help")').lead).toEqual([
      { type: 'buttons', inside: [{ type: 'link', to: '/help', variant: 'soft', inside: ['More'], heard: 'about help' }] },
    ]);
    expect(() => read('Press [Go](/games "button") now')).toThrow('a button among words');
    expect(() => read('[Go](/games "other")')).toThrow("the title 'other'");
  });

  it.each([
    '<script>alert(1)</script>',
    'A <b>bold</b> word',
    'Line\n\n<div onclick="x()">\n\ntext\n\n</div>',
    '- item <img src=x onerror=alert(1)>',
    '> <iframe src="/"></iframe>',
    '| a |\n|---|\n| <i>x</i> |',
    '## Head <u>x</u>',
    '[<b>x</b>](/games)',
    '<!-- hidden -->',
    '# <b>Part</b>',
  ])('refuses raw HTML: %s', (text) => {
    expect(() => read(text)).toThrow('raw HTML');
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    '//evil.example/',
    '/\\evil.example',
    'http://plain.example/',
    'vbscript:x',
    'games',
    `${GAMES}.evil.example/kit/kit.js`,
    `${GAMES}/other/kit.js`,
    `${GAMES}/kit/../x.js`,
  ])('refuses a link to %s', (to) => {
    expect(() => read(`[x](<${to}>)`)).toThrow('links to');
  });

  it.each(['/games?tab=featured#top', '#why', 'https://example.com/a', 'mailto:hello@example.com', `${GAMES}/kit/kit.js`])(
    'takes a link to %s',
    (to) => {
      expect(listLinks(read(`- [x](${to})`).lead)).toEqual([to]);
    },
  );

  it('takes pictures of ours only, alone in their paragraph', () => {
    expect(read('![A star](/stickers/heart.svg)').lead).toEqual([{ type: 'picture', src: '/stickers/heart.svg', alt: 'A star' }]);
    expect(() => read('![x](https://evil.example/x.svg)')).toThrow('not one of ours');
    expect(() => read('![x](/stickers/../x.svg)')).toThrow('not one of ours');
    expect(() => read('Look ![x](/stickers/heart.svg)')).toThrow('a picture among words');
  });

  it('refuses what would be shown letter by letter', () => {
    expect(() => read('Terms &amp; more')).toThrow('entity');
    expect(() => read('#### Deep')).toThrow('level 4');
    expect(() => read('---')).toThrow('a line across');
  });
});

it('gives all words and links of a text', () => {
  const { lead } = read('See [*the* games](/games)\n\n- a [b](/help)\n\n| [c](/blog) |\n|---|\n| d |\n\n> [e](/safety)\n');
  expect(getBlockText(lead)).toBe('See the games\na b\nc\nd\ne');
  expect(listLinks(lead)).toEqual(['/games', '/help', '/blog', '/safety']);
});

it('makes addresses of words', () => {
  expect(slugify('For parents')).toBe('for-parents');
  expect(slugify('Café & Chai!')).toBe('cafe-chai');
  expect(slugify('???')).toBe('part');
});

describe('checkBody', () => {
  const table = (columns: number, rows: number) => `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|b|\n'.repeat(rows)}`;
  const levels = (count: number) => Array.from({ length: count }, (_, level) => `${'  '.repeat(level)}- x`).join('\n');

  it('takes what a long text needs', () => {
    for (const text of [
      table(12, 200),
      `> ${table(3, 3).replaceAll('\n', '\n> ')}`,
      levels(10),
      '> '.repeat(20),
      'word '.repeat(8000),
      '***\n\n'.repeat(500),
    ])
      expect(checkBody(text, GAMES).isParsed).toBe(true);
  });

  it('refuses what would take the parser too long, before it begins, with the line', () => {
    const [wide, long] = ['more than 12 columns', 'more than 200 rows'];
    for (const [text, line, message] of [
      [table(13, 1), 2, wide],
      [`a\n\n> ${table(5000, 5000).replaceAll('\n', '\n> ')}`, 4, wide],
      [`- x\n  ${table(5000, 10).replaceAll('\n', '\n  ')}`, 3, wide],
      [table(2, 201), 203, long],
      ['> '.repeat(6000), 1, 'inside each other'],
      ['- '.repeat(21), 1, 'inside each other'],
      [levels(150), 21, 'inside each other'],
      ['1. > '.repeat(11), 1, 'inside each other'],
      ['_a_'.repeat(1001), 1, 'of the signs'],
      [`${'*'.repeat(300)}\n`.repeat(7), 7, 'of the signs'],
      [table(13, 1).replaceAll('\n', '\r'), 2, wide],
      [`> ${' '.repeat(40)}- x`, 1, 'inside each other'],
      ['a'.repeat(200_001), 1, 'too long'],
    ] as const) {
      const checked = checkBody(text, GAMES);
      expect([text.slice(0, 20), checked]).toEqual([
        text.slice(0, 20),
        { body: { lead: [], parts: [] }, problems: [{ line, message: expect.stringContaining(message) }], isParsed: false },
      ]);
      expect(() => parseBody(text, GAMES)).toThrow(message);
    }
  });
});
