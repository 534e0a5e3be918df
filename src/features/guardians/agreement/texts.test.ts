import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../schema.ts';
import { getAdultTexts } from './adults.texts.ts';
import { AGREEMENT_TEXTS_HASH, AGREEMENT_VERSION } from './rules.ts';
import { getAgreementTexts } from './texts.ts';

const getAllTexts = (language: (typeof LANGUAGES)[number]) => ({ ...getAgreementTexts(language), approvedAdults: getAdultTexts(language) });

/** All texts below a value, each with its path; what a text fills in is '7'. */
function listTexts(value: unknown, path = ''): string[] {
  if (typeof value === 'function') return listTexts(value(7), path);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => listTexts(inner, `${path}.${name}`));
  return [`${path} ${String(value)}`];
}

test('the version that records name is that of the texts: who changes one writes a new version, and its hash', () => {
  const all = LANGUAGES.flatMap((language) => listTexts(getAllTexts(language), language));
  expect(all.length).toBeGreaterThan(200);
  const hash = createHash('sha256')
    .update([AGREEMENT_VERSION, ...all].join('\n'))
    .digest('base64url');
  expect(AGREEMENT_TEXTS_HASH, 'agreement/rules.ts: a new AGREEMENT_VERSION, then this hash').toBe(hash);
});

test('the languages say the same things', () => {
  const [english, ...others] = LANGUAGES.map((language) => listTexts(getAllTexts(language)).map((text) => text.split(' ')[0]));
  for (const other of others) expect(other).toEqual(english);
});
