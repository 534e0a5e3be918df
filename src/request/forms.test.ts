import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { AppError } from '../shared/app-error.ts';
import { readForm, readUploadForm, UploadTooLargeError } from './forms.ts';

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
  expect(refused).toBeInstanceOf(AppError);
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

const file = (bytes: Uint8Array<ArrayBuffer>, type = 'image/png') => new Blob([bytes], { type });

test('reads a form with its file', async () => {
  const bytes = new Uint8Array([0, 255, 13, 10, 45, 45]);
  const { fields, file: found } = await readUploadForm(multipart(['do', 'upload'], ['picture', file(bytes)]), 'picture', 10_000);
  expect([{ ...fields }, found?.type, [...(found?.bytes ?? [])]]).toEqual([{ do: 'upload' }, 'image/png', [...bytes]]);
  expect(await readUploadForm(multipart(['do', 'delete']), 'picture', 10_000)).toMatchObject({ fields: { do: 'delete' }, file: null });
});

test.each<[string, () => Request, string]>([
  ['a body that is longer', () => multipart(['picture', file(new Uint8Array(5_000))]), 'too-large'],
  ['another file', () => multipart(['other', file(new Uint8Array(5))]), 'bad-input'],
  ['two files', () => multipart(['picture', file(new Uint8Array(5))], ['picture', file(new Uint8Array(5))]), 'bad-input'],
  ['a text where the file should be', () => multipart(['picture', 'text']), 'bad-input'],
  ['a field twice', () => multipart(['do', 'a'], ['do', 'b']), 'bad-input'],
  ['no form', () => post('hello', 'text/plain'), 'bad-input'],
  ['half a form', () => post('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1', 'multipart/form-data; boundary=x'), 'bad-input'],
])('an upload: refuses %s', async (_, request, code) => {
  await expect(readUploadForm(request(), 'picture', 2_000)).rejects.toMatchObject({ code });
});

test.each([5_000, 20_000, 3_000_000])('the texts beside a file of %i bytes that is too large are read all the same', async (bytes) => {
  // A file may contain what looks like the end of a field.
  const picture = file(new TextEncoder().encode('\r\n--x\r\n'.repeat(bytes / 7)));
  const form = multipart(['id', 'cap'], ['isListed', 'yes'], ['picture', picture], ['note', 'Größer, bitte']);
  const refused = await readUploadForm(form, 'picture', 2_000).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UploadTooLargeError);
  expect(refused).toMatchObject({ code: 'too-large', status: 413 });
  expect({ ...(refused as UploadTooLargeError).fields }).toEqual({ id: 'cap', isListed: 'yes', note: 'Größer, bitte' });
});

test('of a body without end only so much is kept as may be', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const pieces: WeakRef<Uint8Array>[] = [];
  let held = 0;
  const body = new ReadableStream({
    async pull(controller) {
      const piece = new Uint8Array(64 * 1024);
      pieces.push(new WeakRef(piece));
      controller.enqueue(piece);
      if (pieces.length === 3_200) {
        // The target of a WeakRef lives at least until the end of the turn. After a new turn, collect everything unreferenced.
        await new Promise((resolve) => setTimeout(resolve, 1));
        collectGarbage();
        held = pieces.filter((kept) => kept.deref()).length;
      }
      if (pieces.length === 4_096) controller.close();
    },
  });
  const request = new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    duplex: 'half',
  } as RequestInit);
  await expect(readUploadForm(request, 'picture', 100_000)).rejects.toMatchObject({ code: 'too-large' });
  // The body is read to its end, so that the browser receives the response, but hardly any of the 200 megabytes up to then was kept.
  expect(pieces).toHaveLength(4_096);
  expect(held).toBeLessThan(20);
});
