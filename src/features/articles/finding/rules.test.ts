import { describe, expect, it } from 'vitest';
import { find, findable, isNear } from './rules.ts';

const articles = [
  findable('password', 'Get a new password', 'Press Forgot your password and open the mail.'),
  findable('account', 'Make an account', 'Choose a username and a password. You need a mail address.'),
  findable('friends', 'Find friends', 'Add people you know. Share your friend code.'),
  findable('premium', 'What Premium is', 'A card pays every month. M-Pesa pays for 30 days. Kiddocash too.'),
  findable('cafe', 'Play in a café', 'Games that need no data.'),
];

describe('find', () => {
  it('puts the title before the text', () => {
    expect(find(articles, 'password')).toEqual(['password', 'account']);
  });

  it('puts those with more of the words first, and takes small words for nothing', () => {
    expect(find(articles, 'how do I find the password mail address')[0]).toBe('account');
    expect(find(articles, 'what is a card')).toEqual(['premium']);
  });

  it('forgives slips, and only where nothing else is found', () => {
    expect(find(articles, 'pasword')).toEqual(['password', 'account']);
    expect(find(articles, 'freinds')[0]).toBe('friends');
    expect(find(articles, 'kidocahs')).toEqual(['premium']);
    // Three letters are too few to guess from.
    expect(find(articles, 'crd')).toEqual([]);
    // 'data' is one slip from 'date', but stands as it is.
    expect(find([findable('date', 'Date', ''), findable('data', 'Data', '')], 'data')).toEqual(['data']);
  });

  it('finds the beginning of a word, any case, and without accents', () => {
    expect(find(articles, 'PREM')).toEqual(['premium']);
    expect(find(articles, 'cafe')).toEqual(['cafe']);
    expect(find(articles, 'CAFÉ')).toEqual(['cafe']);
    expect(find(articles, 'm-pesa')).toEqual(['premium']);
  });

  it('finds nothing for nothing, and keeps its bounds', () => {
    for (const query of ['', ' ', 'a', '  b ', '???', 'zzzzzz', '\ud800\ud800']) expect(find(articles, query), query).toEqual([]);
    const many = Array.from({ length: 50 }, (_, i) => findable(i, `Game ${i}`, 'play'));
    expect(find(many, 'game')).toHaveLength(20);
    expect(find(many, 'x'.repeat(100_000))).toEqual([]);
  });

  it('keeps the order of equals', () => {
    expect(find([findable('one', 'Game', ''), findable('two', 'Game', '')], 'game')).toEqual(['one', 'two']);
  });
});

it('counts slips', () => {
  expect(isNear('chat', 'chat', 0)).toBe(true);
  expect(isNear('chat', 'chta', 1)).toBe(true);
  expect(isNear('chat', 'cat', 1)).toBe(true);
  expect(isNear('chat', 'chats', 1)).toBe(true);
  expect(isNear('chat', 'chit', 1)).toBe(true);
  expect(isNear('chat', 'cht', 0)).toBe(false);
  expect(isNear('chat', 'hcta', 1)).toBe(false);
  expect(isNear('', 'ab', 1)).toBe(false);
});
