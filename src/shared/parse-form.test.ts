import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseForm, parseFormOrThrow } from './parse-form.server.ts';

const schema = z.object({ name: z.string().trim().min(1, 'empty').max(3, 'long'), email: z.string().min(1, 'empty') });
const describe = (field: string, issue: string) => `${field} is ${issue}`;

test('a parsed form has the values of its schema', () => {
  expect(parseForm(schema, { name: ' Ayo ', email: 'a', other: 'x' }, describe, ['name'])).toEqual({
    ok: true,
    value: { name: 'Ayo', email: 'a' },
  });
});

test('an invalid form names the first error of each field and contains only the values to show again', () => {
  expect(parseForm(schema, { name: 'Amani', email: '', password: 'secret' }, describe, ['name', 'missing'])).toEqual({
    ok: false,
    code: 'bad-input',
    error: null,
    fieldErrors: { name: 'name is long', email: 'email is empty' },
    values: { name: 'Amani', missing: '' },
    requestId: '',
  });
});

test('a foreign request is refused with a detail for developers', () => {
  expect(() => parseFormOrThrow(schema, { name: 'Amani', email: 'a' })).toThrow(
    expect.objectContaining({ code: 'bad-input', message: 'name: long' }),
  );
});
