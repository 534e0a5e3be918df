import { expect, test } from 'vitest';
import { dataSaverHeadScript } from './data-saver.ts';

test.each([
  ['chosen on', 'kiddo_saver=on', undefined, true],
  ['chosen off on a phone that saves', 'a=b; kiddo_saver=off', { saveData: true }, false],
  ['as the phone says', '', { saveData: true }, true],
  ['a browser that does not tell', '', undefined, false],
])('in the head: %s', (_, cookie, connection, is) => {
  const root = { dataset: {} as Record<string, string> };
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is ours, and runs in pages as it is here
  new Function('r', 'document', 'navigator', dataSaverHeadScript('r'))(root, { cookie }, { connection });
  expect('saver' in root.dataset).toBe(is);
});
