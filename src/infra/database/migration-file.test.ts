import { expect, test } from 'vitest';
import { getConcurrentIndex, parseMigration, splitStatements } from './migration-file.ts';

test('what a migration says about itself stands in the comments at its beginning, and nowhere else', () => {
  const plain = parseMigration('0012_names.sql', 'select 1;\n-- oldest-code: 0003\n');
  expect(plain).toMatchObject({ oldestCode: '0012', hasNoTransaction: false });
  const marked = parseMigration('0012_names.sql', '-- Names.\n-- oldest-code: 0003\n\n-- transaction: none\nselect 1;');
  expect(marked).toMatchObject({ oldestCode: '0003', hasNoTransaction: true });
  for (const line of ['-- oldest-code: 13', '-- oldest-code: 0013', '-- oldest-code:', '-- transaction: some'])
    expect(() => parseMigration('0012_names.sql', line), line).toThrow(`0012_names.sql says '${line}`.trim());
});

test('statements are split where they end, not inside of texts, names, comments and bodies of functions', () => {
  const statements = [
    `insert into a values ('it''s; fine', "b;c")`,
    'do $$ begin perform 1; end $$',
    'create function f() returns int language sql as $body$ select 1; $body$',
    'select 1 - 2 / 3',
  ];
  expect(splitStatements(`-- First; of all.\n${statements.join(';\n/* then; */ ')};\n`)).toEqual(statements);
});

test('an index that is built while the site goes on is known by its name', () => {
  expect(getConcurrentIndex('create unique index  concurrently if not exists plays_by_day on plays (day)')).toBe('plays_by_day');
  expect(getConcurrentIndex('create index plays_by_day on plays (day)')).toBeNull();
  // By no other name it is found again when its build was broken off.
  for (const name of ['"plays_by_day"', '"Plays"', ''])
    expect(() => getConcurrentIndex(`create index concurrently ${name} on plays (day)`), name).toThrow('needs a plain name');
});
