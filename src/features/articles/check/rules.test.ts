import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../tests/world.ts';
import { listShownPlaceholders, REQUIRED_TEXTS } from './rules.ts';

test('every post and help article that the code leads to is one that nobody can withdraw', () => {
  const files = fs.globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((name) => !name.endsWith('.test.ts'));
  const linked = files.flatMap((name) =>
    [...fs.readFileSync(path.join(root, name), 'utf8').matchAll(/["'`}]\/((?:blog|help)\/[a-z0-9-]+)(?=["'`#?])/g)].map(([, text]) => text),
  );
  expect([...new Set(linked)]).toEqual(REQUIRED_TEXTS);
});

test('a name in braces counts where people see what it stands for, not in code', () => {
  const body = '[a](mailto:{{support}})\n\n`{{games}}`\n\n```\n{{ageTable}}\n```\n\n    {{consentTable}}\n\n- {{studioSize}}\n';
  expect(listShownPlaceholders(body)).toEqual(['{{support}}', '{{studioSize}}']);
});
