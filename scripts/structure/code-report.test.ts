import { expect, test } from 'vitest';
import { reportCode } from './code-report.ts';

const body = (lines: number) => Array.from({ length: lines }, (_, at) => `  call(${at});`).join('\n');

test('functions of more than 60 lines are named, the longest first', () => {
  const file = `function short() {\n${body(58)}\n}\nconst long = () => {\n${body(59)}\n};\nclass A {\n  longer() {\n${body(70)}\n  }\n}`;
  expect(reportCode(new Map([['a.ts', file]])).longFunctions).toEqual([
    { file: 'a.ts', name: 'longer', lines: 72 },
    { file: 'a.ts', name: 'long', lines: 61 },
  ]);
});

test('type assertions are counted, but not `as const`', () => {
  const file = `const a = b as string;\nconst c = [1] as const;\nconst d = e as never;\nconst f = <T,>(g: T) => g as unknown as T;`;
  expect(reportCode(new Map([['a.tsx', file]]))).toMatchObject({ casts: 4, neverCasts: 1 });
});
