import { expect, test } from 'vitest';
import { isTooOldToInstall } from './prepare.mjs';

test('npm does not run on a Node for which it would leave out the compiler', () => {
  for (const version of ['18.20.4', '20.0.0', '20.18.9', '21.7.3', '22.11.0']) expect(isTooOldToInstall(version), version).toBe(true);
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '24.1.0']) expect(isTooOldToInstall(version), version).toBe(false);
});
