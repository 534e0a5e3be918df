import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import { actionFailure } from '../../../../shared/action-result.ts';
import type { AskAtHomeResult, AskAtHomeView, OwnPurchaseRequest, PurchaseItem } from '../schema.ts';
import { AskAtHomePage } from './ask-at-home-page.tsx';

// What a player sees before any script runs.

const PLAN: PurchaseItem = {
  kind: 'plan',
  id: 'premium',
  name: 'Premium',
  days: 30,
  features: ['All premium games', 'Avatar editor'],
  kiddocash: 400,
  priceMinor: 9900,
};
const PACK: PurchaseItem = { kind: 'pack', id: 'pack-400', kiddocash: 400, priceMinor: 9900 };
const REQUEST: OwnPurchaseRequest = {
  item: PLAN,
  state: 'open',
  askedAt: '2026-11-22T12:00:00.000Z',
  expiresAt: '2026-11-29T12:00:00.000Z',
  address: 'm***@example.com',
  undelivered: null,
  reply: null,
};
const AT_ONCE = { beginsAt: null, kiddocashAt: null, endsCardOf: null };
const VIEW: AskAtHomeView = {
  item: PLAN,
  timing: AT_ONCE,
  request: null,
  obstacle: null,
  door: null,
  canAskFrom: null,
  address: 'm***@example.com',
  closed: null,
};

type Shown = Partial<AskAtHomeView> & { isNamed?: boolean; answer?: AskAtHomeResult };
function pageOf({ isNamed = true, answer, ...view }: Shown): string {
  const props = { view: { ...VIEW, ...view }, isNamed, answer };
  return renderToHtml(createElement(AskAtHomePage, props), '/ask-at-home');
}
const actions = (html: string) => findElements(html, 'input', { type: 'hidden', name: 'do' }).map(({ value }) => value);
const titleOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];
const asked = (more: Partial<OwnPurchaseRequest>): OwnPurchaseRequest => ({ ...REQUEST, ...more });

describe('asking', () => {
  it('says what is not at once, or ends, because another plan runs', () => {
    const timing = { beginsAt: '2026-12-20T12:00:00.000Z', kiddocashAt: '2026-12-24T12:00:00.000Z', endsCardOf: 'Pro' };
    expect(textOf(pageOf({ timing }))).toContain(
      'It begins on Dec 20, 2026, when the days that are paid already end. The kiddocash comes on Dec 24, 2026: it comes once a month. The card that pays Pro now is not charged any more.',
    );
  });

  it('says what for, how much, that it ends, what it brings and whom we write to, and asks without a script', () => {
    const html = pageOf({});
    expect(textOf(html)).toContain(
      'Ask at home Premium, 30 days KSH 99. It stops by itself. All premium games Avatar editor 400 kiddocash We write to m***@example.com. They pay from their own phone, or say no. You will hear it here. Ask at home Not now The question is good for 7 days.',
    );
    expect(findElements(html, 'form', { method: 'post', action: '/ask-at-home?plan=premium' })).toHaveLength(1);
    expect(findElements(html, 'input', { type: 'hidden', name: 'plan', value: 'premium' })).toHaveLength(1);
    expect(findElements(html, 'a', { href: '/subscription' })).toHaveLength(1);
    expect(actions(html)).toEqual(['ask']);
  });

  it('for kiddocash, which is paid once', () => {
    const html = pageOf({ item: PACK });
    expect(textOf(html)).toContain('400 kiddocash KSH 99. It is paid once. We write to');
    expect(findElements(html, 'input', { type: 'hidden', name: 'pack', value: 'pack-400' })).toHaveLength(1);
    expect(findElements(html, 'a', { href: '/robux' })).toHaveLength(1);
  });

  it('is open for something else after an answer', () => {
    expect(actions(pageOf({ item: PACK, request: asked({ state: 'refused' }) }))).toEqual(['ask']);
  });

  it.each([
    ['open', 'You asked for something already.'],
    ['too-many', 'You can ask 3 times in a week.'],
    ['not-available', 'This cannot be asked for now'],
    ['overloaded', 'Please try again in a moment.'],
  ])('says why it did not work (%s)', (code, words) => {
    expect(textOf(pageOf({ answer: actionFailure(code) }))).toContain(words);
  });
});

describe('a request that waits', () => {
  it('says what, when, to whom and until when, and can be taken back', () => {
    const html = pageOf({ request: REQUEST, item: null, isNamed: false, obstacle: 'open' });
    expect(titleOf(html)).toBe('Waiting for an answer');
    expect(textOf(html)).toContain(
      'What Premium, 30 days Price KSH 99 Asked on Nov 22, 2026 We wrote to m***@example.com Good until Nov 29, 2026',
    );
    expect(actions(html)).toEqual(['take-back']);
  });

  it('is shown whatever the address names, which has to wait', () => {
    const html = pageOf({ request: REQUEST, item: PACK, obstacle: 'open' });
    expect(actions(html)).toEqual(['take-back']);
    expect(textOf(html)).toContain('One question at a time');
  });

  it.each([
    ['refused', 'There is no such mailbox'],
    ['late', 'We could not deliver it. Take your question back and ask again.'],
  ] as const)('says that the mail did not arrive (%s), and what to do', (undelivered, words) => {
    const html = pageOf({ request: asked({ undelivered }), obstacle: 'open' });
    expect(textOf(html)).toContain(words);
    // With another address the grown-up has to write to us: nobody else can change whom the consent is from.
    expect(textOf(html).includes('The page to write to us')).toBe(undelivered === 'refused');
  });
});

describe('an answer', () => {
  it.each([
    ['paid', 'It is paid'],
    ['refused', 'They said no this time'],
    ['held', 'We are looking at a payment'],
    ['paid-back', 'The money went back'],
    ['cancelled', 'It is not asked for any more'],
    ['expired', 'Nobody answered in time'],
    ['closed', 'This question is over'],
  ] as const)('%s', (state, title) => {
    const html = pageOf({ request: asked({ state }), item: null, isNamed: false });
    expect(titleOf(html)).toBe(title);
    expect(actions(html)).toEqual([]);
    for (const href of ['/subscription', '/robux']) expect(findElements(html, 'a', { href })).toHaveLength(1);
  });

  it('has the words of a no as a quotation of whoever was asked', () => {
    const html = pageOf({ request: asked({ state: 'refused', reply: 'After the <exams>' }), item: null, isNamed: false });
    expect(html).toContain('Whoever you asked wrote to you:</figcaption><blockquote dir="auto">After the &lt;exams&gt;</blockquote>');
  });
});

describe('what stands in the way', () => {
  it('nobody has agreed to being asked: the way to ask, and back', () => {
    const html = pageOf({ obstacle: 'guardian', address: null, door: { state: 'none', canRemind: false } });
    expect(findElements(html, 'a', { href: '/guardian?returnUrl=%2Fask-at-home%3Fplan%3Dpremium' })).toHaveLength(1);
    expect(actions(html)).toEqual([]);
  });

  it('the guardian chose no buying: what was chosen', () => {
    const html = pageOf({ obstacle: 'guardian', door: { state: 'given', canRemind: false } });
    expect(textOf(html)).toContain('Your parent or guardian chose this for you.');
    expect(textOf(html)).toContain('See what was chosen');
  });

  it('of age: they pay by themselves', () => {
    const html = pageOf({ obstacle: 'of-age', address: null });
    expect(textOf(html)).toContain('You pay by yourself');
    expect(findElements(html, 'a', { href: '/subscription' })).toHaveLength(1);
    expect(actions(html)).toEqual([]);
  });

  it('asked too often: until which day', () => {
    const html = pageOf({ obstacle: 'too-many', canAskFrom: '2026-11-27T09:00:00.000Z' });
    expect(textOf(html)).toContain('You can ask again from November 27.');
    expect(actions(html)).toEqual([]);
  });

  it('nothing that is sold, or nothing at all: where to choose', () => {
    expect(titleOf(pageOf({ item: null }))).toBe('This is not for sale');
    const html = pageOf({ item: null, isNamed: false });
    expect(titleOf(html)).toBe('What would you like?');
    for (const href of ['/subscription', '/robux']) expect(findElements(html, 'a', { href })).toHaveLength(1);
  });
});
