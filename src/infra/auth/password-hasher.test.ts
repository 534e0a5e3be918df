import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { createPasswordHasher, PasswordHasherBusyError } from './password-hasher.ts';

test('the right password is known again, and no other', async () => {
  const { hash, verify } = createPasswordHasher();
  const stored = await hash('Sécret 1🙂');
  expect(stored).toMatch(/^argon2id\$19456\$2\$[\w-]{22}\$[\w-]{43}$/);
  const given = ['Sécret 1🙂', 'sécret 1🙂', 'Sécret 1', 'Sécret 1🙂 ', ' Sécret 1🙂', 'Sécret 1🙂\0', '', 'x'.repeat(10_000)];
  expect(await Promise.all(given.map((password) => verify(stored, password)))).toEqual([true, ...Array<boolean>(7).fill(false)]);
});

test('the same password has another hash each time', async () => {
  const { hash, verify } = createPasswordHasher();
  const [one, two] = await Promise.all([hash('secret1'), hash('secret1')]);
  expect(one).not.toBe(two);
  for (const part of [3, 4]) expect(one.split('$')[part]).not.toBe(two.split('$')[part]);
  expect(await Promise.all([verify(one, 'secret1'), verify(two, 'secret1')])).toEqual([true, true]);
  const [kind, memory, passes, salt] = one.split('$');
  expect(await verify([kind, memory, passes, salt, two.split('$')[4]].join('$'), 'secret1')).toBe(false);
});

test('one text typed in two ways is one password', async () => {
  const { hash, verify } = createPasswordHasher();
  const stored = await hash('caf\u00e9-\u00c5');
  expect(await Promise.all(['cafe\u0301-A\u030a', 'caf\u00e9-\u212b', 'cafe-A'].map((password) => verify(stored, password)))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a hash that says other parameters is checked by them', async () => {
  const { hash, verify } = createPasswordHasher();
  const [kind, , , salt, tag] = (await hash('secret1')).split('$');
  expect(await verify([kind, 8_192, 2, salt, tag].join('$'), 'secret1')).toBe(false);
  expect(await verify([kind, 19_456, 1, salt, tag].join('$'), 'secret1')).toBe(false);
});

test('a hash of another form is a fault, not a wrong password', async () => {
  const { verify } = createPasswordHasher();
  for (const foreign of [
    '',
    'secret1',
    '$2b$10$abcdefghijklmnopqrstuv',
    'scrypt$1$2$salt$dGFn',
    '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$dGFn',
    'argon2id$19456$2$c2FsdA',
    'argon2id$19456$2$c2FsdA$',
  ])
    await expect(verify(foreign, 'secret1'), foreign).rejects.toThrow(/not ours/);
});

test('a fault does not keep its turn: those who wait go on', async () => {
  const { hash, verify } = createPasswordHasher();
  const broken = ['argon2id$1$2$c2FsdA$dGFn', 'argon2id$19456$0$c2FsdHNhbHRzYWx0$dGFn', 'argon2id$x$2$c2FsdHNhbHRzYWx0$dGFn'];
  const asked = await Promise.allSettled([...broken, ...broken].map((each) => verify(each, 'secret1')));
  expect(asked.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
  expect(await verify(await hash('secret1'), 'secret1')).toBe(true);
});

test('more than can be served soon are sent away at once', async () => {
  const { verify } = createPasswordHasher();
  // Cheaper than any of our hashes, so that the many that queue finish soon.
  const cheap = `argon2id$8$1$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;
  const served = Math.max(1, availableParallelism() - 1) + 200;
  const asked = await Promise.allSettled(Array.from({ length: served + 50 }, () => verify(cheap, 'x')));
  const away = asked.filter((each) => each.status === 'rejected');
  expect(away).toHaveLength(50);
  for (const { reason } of away) expect(reason).toBeInstanceOf(PasswordHasherBusyError);
  expect(await verify(cheap, 'x')).toBe(false);
});

test('a hash that cannot be computed is an error, and the next one still works', async () => {
  const { hash, verify, close } = createPasswordHasher();
  const stored = await hash('secret1');
  const [kind, , ...rest] = stored.split('$');
  await expect(verify([kind, '1', ...rest].join('$'), 'secret1')).rejects.toThrow(/./);
  expect(await verify(stored, 'secret1')).toBe(true);
  await close();
});

test('pending calls are rejected when it closes', async () => {
  const { hash, close } = createPasswordHasher();
  const waiting = Promise.allSettled([hash('secret1'), hash('secret2')]);
  await close();
  const [first] = await waiting;
  expect(first.status).toBe('rejected');
});
