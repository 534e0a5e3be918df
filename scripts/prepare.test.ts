import { expect, test } from 'vitest';
import { findOldNode } from './prepare.mjs';

test('a Node for which npm would leave out the compiler is refused with a sentence, others are not', () => {
  for (const version of ['18.20.4', '20.18.9', '21.7.3', '22.11.0'])
    expect(findOldNode(version)).toContain(`is ${version}. To install Kiddo`);
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '24.1.0']) expect(findOldNode(version)).toBe(null);
});
