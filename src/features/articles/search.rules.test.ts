import { describe, expect, it } from 'vitest';
import { searchDocuments, createSearchDocument } from './search.rules.ts';

const articles = [
  createSearchDocument('password', 'Get a new password', 'Press Forgot your password and open the mail.'),
  createSearchDocument('account', 'Make an account', 'Choose a username and a password. You need a mail address.'),
  createSearchDocument('friends', 'Find friends', 'Add people you know. Share your friend code.'),
  createSearchDocument('premium', 'What Premium is', 'A card pays every month. M-Pesa pays for 30 days. Kiddocash too.'),
  createSearchDocument('cafe', 'Play in a café', 'Games that need no data.'),
];

describe('find', () => {
  it('puts the title before the text', () => {
    expect(searchDocuments(articles, 'password')).toEqual(['password', 'account']);
  });

  it('puts those with more of the words first, and takes small words for nothing', () => {
    expect(searchDocuments(articles, 'how do I find the password mail address')[0]).toBe('account');
    expect(searchDocuments(articles, 'what is a card')).toEqual(['premium']);
  });

  it('forgives slips, and only where nothing else is found', () => {
    expect(searchDocuments(articles, 'pasword')).toEqual(['password', 'account']);
    expect(searchDocuments(articles, 'freinds')[0]).toBe('friends');
    expect(searchDocuments(articles, 'kidocahs')).toEqual(['premium']);
    // Three letters are too short for typo matching.
    expect(searchDocuments(articles, 'crd')).toEqual([]);
    // 'data' is one edit away from 'date', but it exists as typed.
    expect(searchDocuments([createSearchDocument('date', 'Date', ''), createSearchDocument('data', 'Data', '')], 'data')).toEqual(['data']);
  });

  it('finds the beginning of a word, any case, and without accents', () => {
    expect(searchDocuments(articles, 'PREM')).toEqual(['premium']);
    expect(searchDocuments(articles, 'cafe')).toEqual(['cafe']);
    expect(searchDocuments(articles, 'CAFÉ')).toEqual(['cafe']);
    expect(searchDocuments(articles, 'm-pesa')).toEqual(['premium']);
  });

  it('finds nothing for nothing, and keeps its bounds', () => {
    for (const query of ['', ' ', 'a', '  b ', '???', 'zzzzzz', '\ud800\ud800'])
      expect(searchDocuments(articles, query), query).toEqual([]);
    const many = Array.from({ length: 50 }, (_, i) => createSearchDocument(i, `Game ${i}`, 'play'));
    expect(searchDocuments(many, 'game')).toHaveLength(20);
    expect(searchDocuments(many, 'x'.repeat(100_000))).toEqual([]);
  });

  it('keeps the order of equals', () => {
    expect(searchDocuments([createSearchDocument('one', 'Game', ''), createSearchDocument('two', 'Game', '')], 'game')).toEqual([
      'one',
      'two',
    ]);
  });
});
