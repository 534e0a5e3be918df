import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import { actionFailure } from '../../../../shared/action-result.ts';
import { LANGUAGES, type Language } from '../../../guardians/schema.ts';
import { getPurchaseTexts } from '../purchase.texts.ts';
import type { PurchaseItem, PurchaseResult, PurchaseView } from '../schema.ts';
import { PurchasePage } from './purchase-page.tsx';

// What a guardian sees before any script runs.

const PLAN: PurchaseItem = {
  kind: 'plan',
  id: 'premium',
  name: 'Premium',
  days: 30,
  features: ['All premium games', 'Avatar editor'],
  kiddocash: 400,
  priceMinor: 9900,
};
const VIEW: PurchaseView = {
  state: 'open',
  language: 'en',
  username: 'amina_ke',
  item: PLAN,
  askedAt: '2026-11-22T12:00:00.000Z',
  expiresAt: '2026-11-29T12:00:00.000Z',
  monthMinor: 19_900,
  reply: null,
  isNotPaid: false,
  isBegun: false,
  closed: null,
  timing: { beginsAt: null, kiddocashAt: null, endsCardOf: null },
};
const CLOSED = ['confirming', 'held', 'paid', 'paid-back', 'refused', 'cancelled', 'expired', 'closed'] as const;

const pageOf = (view: Partial<PurchaseView> = {}, answer?: PurchaseResult, search = '') =>
  renderToHtml(createElement(PurchasePage, { view: { ...VIEW, ...view }, answer }), `/guardian/pay/key${search}`);
const ways = (html: string) => findElements(html, 'button', { type: 'submit', name: 'channel' }).map(({ value }) => value);
const actions = (html: string) => findElements(html, 'input', { type: 'hidden', name: 'do' }).map(({ value }) => value);

describe('a question that is open', () => {
  it('says what, how much, what it brings, that it ends, and what was paid this month', () => {
    const text = textOf(pageOf());
    expect(text).toContain(
      '@amina_ke asks for Premium “Ask at home” was pressed on Sunday, 22 November. Nothing is paid until you pay it.',
    );
    expect(text).toContain(
      'What Kiddo Premium, 30 days Price KSH 99 It brings All premium games, Avatar editor , 400 kiddocash After 30 days It ends by itself This month so far KSH 199',
    );
    expect(text).toContain('This link works once, until 29 November. To change what you allowed, use the other link in our mail.');
    // Whoever pays may have got it from the guardian: it leads to nothing else that is theirs.
    expect(pageOf()).not.toMatch(/href="\/guardian\/(?!pay)/);
  });

  it('says what is not at once, or ends, because another plan runs; and that a payment was begun', () => {
    const timing = { beginsAt: '2026-12-20T12:00:00.000Z', kiddocashAt: '2026-12-24T12:00:00.000Z', endsCardOf: 'Pro' };
    expect(textOf(pageOf({ timing }))).toContain(
      'It begins on 20 December 2026, when the days that are paid already end. The kiddocash comes on 24 December 2026: it comes once a month. The card that pays Pro now is not charged any more.',
    );
    expect(textOf(pageOf({ timing, language: 'sw' }))).toContain('Kiddocash inakuja 24 Desemba 2026');
    expect(textOf(pageOf({ isBegun: true }))).toContain('Do not pay it twice.');
    expect(textOf(pageOf())).not.toContain('Do not pay it twice.');
  });

  it('says it in Kiswahili', () => {
    const html = pageOf({ language: 'sw' });
    expect(textOf(html)).toContain('@amina_ke anaomba Premium');
    expect(textOf(html)).toContain('Jumapili, 22 Novemba');
    expect(textOf(html)).toContain('Lipa KSH 99 kwa M-Pesa');
    expect(findElements(html, 'div', { lang: 'sw' })).toHaveLength(1);
    expect(findElements(html, 'a', { href: '/guardian/pay/key?lang=en' })).toHaveLength(1);
  });

  it('of kiddocash: nothing more is paid after it', () => {
    const text = textOf(pageOf({ item: { kind: 'pack', id: 'pack-400', kiddocash: 400, priceMinor: 9900 } }));
    expect(text).toContain('@amina_ke asks for 400 kiddocash');
    expect(text).toContain('After that Nothing more is paid');
  });

  it('is paid by M-Pesa or card or answered with no, in forms that need no script', () => {
    for (const language of LANGUAGES) {
      const html = pageOf({ language });
      expect([ways(html), actions(html)]).toEqual([
        ['mpesa', 'card'],
        ['pay', 'refuse'],
      ]);
      expect(findElements(html, 'input', { type: 'hidden', name: 'lang', value: language })).toHaveLength(2);
      expect(findElements(html, 'input', { name: 'reply', maxlength: '100' })).toHaveLength(1);
    }
  });

  it('is offered again after a checkout that was not paid', () => {
    const html = pageOf({ isNotPaid: true });
    expect(textOf(html)).toContain('It was not paid Nothing was taken. You can try again, or say no.');
    expect(ways(html)).toHaveLength(2);
  });

  it('keeps a word that the filter refused, and says why at its field alone', () => {
    const { words, long } = getPurchaseTexts('en').fieldErrors.reply;
    const refused = pageOf({}, actionFailure('bad-input', { fieldErrors: { reply: words }, values: { reply: 'you fool' } }));
    expect(findElements(refused, 'input', { name: 'reply', 'aria-invalid': 'true', value: 'you fool' })).toHaveLength(1);
    expect(textOf(refused)).toContain(words);
    expect(findElements(refused, 'div', { role: 'alert' })).toHaveLength(0);
    expect(long).toContain('100');
  });

  it.each(['closed', 'unavailable', 'not-available', 'too-many-requests', 'other'] as const)(
    'says why a press did not work (%s)',
    (code) => {
      for (const language of LANGUAGES)
        expect(textOf(pageOf({ language }, actionFailure(code)))).toContain(getPurchaseTexts(language).failed[code]);
      expect(textOf(pageOf({}, actionFailure('overloaded')))).toContain(getPurchaseTexts('en').failed.other);
    },
  );
});

describe('a question that is over, or being paid', () => {
  it.each(CLOSED.flatMap((state) => LANGUAGES.map((language) => [state, language] as const)))('%s, in %s', (state, language) => {
    const html = pageOf({ state, language });
    const { title, text } = getPurchaseTexts(language).notices[state];
    expect(textOf(html)).toContain(`${title} ${text}`);
    expect([ways(html), actions(html)]).toEqual([[], []]);
    // Which question it was.
    expect(textOf(html)).toMatch(/@amina_ke: Kiddo Premium, .*30.*, KSH 99/);
    expect(textOf(html)).not.toContain('29 November');
  });

  it('keeps the checkout that they come back from in the other language', () => {
    const html = pageOf({ state: 'confirming' }, undefined, '?reference=kd-1&lang=en');
    expect(findElements(html, 'a', { href: '/guardian/pay/key?reference=kd-1&amp;lang=sw' })).toHaveLength(1);
  });

  it('can be looked at again without a script while it is being paid', () => {
    const html = pageOf({ state: 'confirming' }, undefined, '?lang=en&reference=kd-1');
    expect(findElements(html, 'a', { href: '/guardian/pay/key?lang=en&amp;reference=kd-1' })).toHaveLength(1);
  });

  it('shows what was written to a no', () => {
    expect(textOf(pageOf({ state: 'refused', reply: 'After the exams' }))).toContain('You wrote to the child: After the exams');
  });

  it('is explained in both languages where nobody knows whose link it is', () => {
    const html = pageOf({ state: 'unknown', username: null, item: null, askedAt: null, expiresAt: null });
    for (const language of LANGUAGES) expect(textOf(html)).toContain(getPurchaseTexts(language).notices.unknown.title);
    expect([ways(html), actions(html)]).toEqual([[], []]);
  });
});

it('the languages say the same things', () => {
  const listPaths = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => listPaths(inner, `${path}.${name}`))
      : [`${path}: ${typeof value}`];
  const [english, swahili] = (['en', 'sw'] satisfies Language[]).map((language) => listPaths(getPurchaseTexts(language)));
  expect(swahili).toEqual(english);
});
