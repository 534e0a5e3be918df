import { expect, test } from 'vitest';
import { createVisitorClient } from './http-client.ts';
import { findElements, open, submitForm, textOf } from './page.ts';
import { openSite } from './site.ts';

// Choosing a password without JavaScript. With JavaScript: tests/e2e/accounts.spec.ts.

const WHO = { username: 'simba_mto_31', displayName: 'Kid Simba', email: 'simba_mto_31@example.com' };

test('without JavaScript the server compares the passwords, refuses the commonest and one’s own name, and keeps what was typed', async () => {
  const site = await openSite();
  const person = createVisitorClient(site);
  let page = await open(person, '/signup');
  const disabled = findElements(page.html, 'button', { type: 'submit', disabled: '' });
  expect(disabled.map(textOf)).not.toContain('Create Account');
  for (const [password, confirm, reason] of [
    ['sawa-sawa-1', 'sawa-sawa-2', 'Passwords do not match'],
    ['sawa-sawa-1', '', 'Passwords do not match'],
    ['123456', '123456', 'Many people use this password'],
    ['Password', 'Password', 'Many people use this password'],
    ['simba_mto_31', 'simba_mto_31', 'your own name or address'],
  ] as const) {
    page = await submitForm(person, page, 'Create Account', { ...WHO, password, confirm });
    expect(textOf(page.html), password).toContain(reason);
    expect(findElements(page.html, 'input', { name: 'displayName', value: WHO.displayName }), password).toHaveLength(1);
    // A password never comes back.
    expect(findElements(page.html, 'input', { name: 'password', value: password }), password).toHaveLength(0);
  }
  const done = await submitForm(person, page, 'Create Account', { ...WHO, password: 'sawa-sawa-1', confirm: 'sawa-sawa-1' });
  expect(done.at.search).toContain('news=check-email');
});
