import { expect, test } from 'vitest';
import { createStatementNames, nameStatement } from './statements.ts';

test.each([
  ['select "id" from "games" where "id" = $1', 'select games'],
  ['insert into "plays" ("id") select id from games', 'insert plays'],
  ['update "players" set "username" = $1', 'update players'],
  ['delete from only sessions where id = $1', 'delete sessions'],
  ['with due as (select id from mails limit 5) update mails set state = 1 from due', 'update mails'],
  ['\n  with recent as (select 1 from chat.messages) select * from recent', 'select chat.messages'],
  ['select extract(epoch from now()) from pgboss.job', 'select pgboss.job'],
  ["select 1 from generate_series(1, 2) join games on 'it@example.com' = $1", 'select other'],
  ['begin', 'other'],
  ['', 'other'],
])('a statement is named by what it does to which table, without its values: %s', (text, name) => {
  expect(nameStatement(text)).toBe(name);
});

test('however many statements there are, there are few names', () => {
  const name = createStatementNames();
  const names = new Set(Array.from({ length: 5_000 }, (_, i) => name(`select 1 from made_up_${i}`)));
  expect(names.size).toBeLessThanOrEqual(301);
  expect(name('select 1 from made_up_4999')).toBe('other');
  expect(name('select 1 from made_up_1')).toBe('select made_up_1');
});
