import { createElement } from 'react';
import { expect, test } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import { actionFailure } from '../../../../shared/action-result.ts';
import type { AgreementResult, AgreementState, AgreementView } from '../../schema.ts';
import { getAdultTexts } from '../adults.texts.ts';
import { AGREEMENT_VERSION } from '../rules.ts';
import { getAgreementTexts } from '../texts.ts';
import { AgreementPage } from './agreement-page.tsx';

const OPEN: AgreementView = {
  state: 'open',
  language: 'en',
  username: 'amina',
  choices: null,
  relation: null,
  decidedAt: null,
  canChange: false,
  adults: [],
  areAdultsOpen: false,
  prices: { premium: 99 },
  textVersion: AGREEMENT_VERSION,
};

const pageOf = (view: Partial<AgreementView>, answer?: AgreementResult) =>
  renderToHtml(createElement(AgreementPage, { view: { ...OPEN, ...view }, answer }), '/guardian/key');
const buttonsOf = (view: Partial<AgreementView>) => findElements(pageOf(view), 'button', { name: 'do' }).map(({ value }) => value);

test.each(['en', 'sw'] as const)(
  'a page whose texts are older than the server’s says so and lets nobody agree to them (%s)',
  (language) => {
    const { outdated } = getAgreementTexts(language);
    const given = { state: 'given', canChange: true, choices: { chat: 'off', buying: 'none', sum: null }, relation: 'mother' } as const;
    for (const view of [{ language }, { ...given, language }]) {
      expect(textOf(pageOf(view))).not.toContain(outdated.text);
      expect(buttonsOf(view)).toContain('agree');
      const old = { ...view, textVersion: '2099-01-01' };
      expect(textOf(pageOf(old))).toContain(outdated.text);
      expect(findElements(pageOf(old), 'a', { href: `/guardian/key?lang=${language}` })).toHaveLength(1);
      expect(buttonsOf(old)).not.toContain('agree');
      expect(buttonsOf(old)).toContain('never');
    }
    // The version that a form sends is that of the texts around it, whatever the server has by now.
    const withdraw = findElements(pageOf({ ...given, textVersion: '2099-01-01' }), 'input', { name: 'textVersion' });
    expect(new Set(withdraw.map(({ value }) => value))).toEqual(new Set([AGREEMENT_VERSION]));
  },
);

test('a consent that is still given can be taken back, also while the account is closed or its player of age', () => {
  const choices = { chat: 'off', buying: 'none', sum: null } as const;
  for (const state of ['given', 'ended', 'of-age'] as const)
    expect([state, buttonsOf({ state, choices })]).toEqual([state, expect.arrayContaining(['withdraw'])]);
  expect(buttonsOf({ state: 'ended' })).toEqual(['never']);
});

test('mails can be stopped in every state in which we know whose link it is', () => {
  const states: AgreementState[] = ['open', 'given', 'refused', 'expired', 'ended', 'of-age'];
  for (const state of states) expect([state, buttonsOf({ state })]).toEqual([state, expect.arrayContaining(['never'])]);
  for (const state of ['expired', 'unknown'] as const) expect(buttonsOf({ state, username: null })).toEqual([]);
});

test.each(['en', 'sw'] as const)('a yes opens pictures too, and the page says so before and after (%s)', (language) => {
  const { guardian, given } = getAgreementTexts(language);
  expect(textOf(pageOf({ language }))).toContain(guardian.pictures);
  const choices = { chat: 'off', buying: 'none', sum: null } as const;
  expect(textOf(pageOf({ language, state: 'given', choices, relation: 'mother' }))).toContain(`${given.pictures} ${given.picturesText}`);
});

test.each(['en', 'sw'] as const)(
  'buying is chosen from nothing, being asked each time, and up to a sum, and each says what it means (%s)',
  (language) => {
    const { buying, given } = getAgreementTexts(language);
    const html = pageOf({ language });
    expect(findElements(html, 'input', { type: 'radio', name: 'buying' }).map(({ value }) => value)).toEqual([
      'none',
      'ask',
      'up-to-a-sum',
    ]);
    for (const choice of ['none', 'ask', 'up-to-a-sum'] as const)
      expect(textOf(html)).toContain(`${buying[choice].label} ${buying[choice].hint}`);
    const choices = { chat: 'off', buying: 'ask', sum: null } as const;
    expect(textOf(pageOf({ language, state: 'given', choices, canChange: true }))).toContain(`${given.buying} ${buying.ask.label}`);
  },
);

const GIVEN = { state: 'given', choices: { chat: 'off', buying: 'none', sum: null }, relation: 'mother' } as const;
/** The panel of grown-ups, and all before it. */
const splitAtAdults = (html: string) => {
  const at = html.indexOf('aria-labelledby="agreement-adults"');
  return [html.slice(0, at), html.slice(at, html.indexOf('</section>', at))].map((part) => textOf(part));
};

test('names can be removed by every link; approving takes one that can change something', () => {
  const adults = ['aunt_w', 'uncle_1'];
  for (const canChange of [true, false]) {
    const html = pageOf({ ...GIVEN, canChange, adults });
    expect(findElements(html, 'input', { name: 'adult' }).map(({ value }) => value)).toEqual(adults);
    expect(buttonsOf({ ...GIVEN, canChange, adults }).includes('approve-adult')).toBe(canChange);
  }
  expect(textOf(pageOf({ ...GIVEN, adults }))).toContain('or remove a name');
});

test.each(['en', 'sw'] as const)('until the second mail has arrived the page says that names do not count yet (%s)', (language) => {
  const { later } = getAdultTexts(language);
  const text = (view: Partial<AgreementView>) => splitAtAdults(pageOf({ ...GIVEN, language, ...view }))[1];
  expect(text({ canChange: true })).toContain(later);
  expect(text({ adults: ['aunt_w'] })).toContain(later);
  expect(text({ canChange: true, areAdultsOpen: true })).not.toContain(later);
});

test('why nothing was done about a name stands beside the names, and at the top where they are not shown', () => {
  const { full } = getAdultTexts('en').failed;
  const failure = actionFailure('full', { error: full, values: { do: 'approve-adult', username: 'aunt_w' } });
  const { title } = getAgreementTexts('en').failed;
  const [before, panel] = splitAtAdults(pageOf({ ...GIVEN, canChange: true }, failure));
  expect([before?.includes(full), panel?.includes(`${title} ${full}`)]).toEqual([false, true]);
  expect(textOf(pageOf({ state: 'ended' }, failure))).toContain(full);
});
