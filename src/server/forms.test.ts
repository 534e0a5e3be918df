import { expect, test } from 'vitest';
import { Refusal } from '../shared/refusal.ts';
import { readForm } from './forms.ts';

const post = (body: BodyInit | null, type?: string) =>
  new Request('http://localhost/login', { method: 'POST', body, ...(type === undefined ? {} : { headers: { 'content-type': type } }) });
const multipart = (...fields: [string, string | Blob][]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return post(form);
};
const many = (count: number) => new URLSearchParams(Array.from({ length: count }, (_, n): [string, string] => [`field${n}`, 'x']));

test('reads the text fields of a form, in both encodings', async () => {
  const fields = { identifier: 'amina', password: ' p&ss=1 ', empty: '' };
  expect({ ...(await readForm(post(new URLSearchParams(fields)))) }).toEqual(fields);
  expect({ ...(await readForm(multipart(...Object.entries<string>(fields)))) }).toEqual(fields);
  expect({ ...(await readForm(post(new URLSearchParams()))) }).toEqual({});
  expect(Object.keys(await readForm(post(many(50))))).toHaveLength(50);
});

test('names that objects know by themselves are names like any other', async () => {
  const fields = await readForm(post('__proto__=a&constructor=b&toString=c', 'application/x-www-form-urlencoded'));
  expect(Object.entries(fields)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
    ['toString', 'c'],
  ]);
  const none = await readForm(post(new URLSearchParams({ a: '1' })));
  expect([none['toString'], none['__proto__'], none['hasOwnProperty']]).toEqual([undefined, undefined, undefined]);
  expect(({} as { a?: string }).a).toBeUndefined();
});

test.each<[string, () => Request]>([
  ['a field twice', () => post('a=1&b=2&a=1', 'application/x-www-form-urlencoded')],
  ['a field twice with another value', () => multipart(['password', 'one'], ['password', 'two'])],
  ['__proto__ twice', () => post('__proto__=1&__proto__=2', 'application/x-www-form-urlencoded')],
  ['a file', () => multipart(['a', '1'], ['picture', new Blob(['x'], { type: 'image/png' })])],
  ['an empty file', () => multipart(['picture', new File([], 'x.txt')])],
  ['too many fields', () => post(many(51))],
  ['JSON', () => post('{"identifier":"amina"}', 'application/json')],
  ['text', () => post('identifier=amina', 'text/plain')],
  ['a form without its type', () => post(new Uint8Array([97, 61, 49]))],
  ['no body', () => post(null)],
  ['half a form', () => post('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1', 'multipart/form-data; boundary=x')],
  ['a form without its boundary', () => post('--x\r\n\r\n--x--', 'multipart/form-data')],
])('refuses %s', async (_, request) => {
  const refused = await readForm(request()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ code: 'bad-input', status: 400 });
});

test('a body that breaks off is refused', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('a=1&'));
      controller.error(new Error('gone'));
    },
  });
  const request = new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    duplex: 'half',
  } as RequestInit);
  await expect(readForm(request)).rejects.toMatchObject({ code: 'bad-input' });
});
