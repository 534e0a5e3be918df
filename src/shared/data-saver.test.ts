import { expect, test } from 'vitest';
import { isDataSaverRequest, parseDataSaverCookie } from './data-saver.ts';

test('only our own two words are a choice', () => {
  expect([parseDataSaverCookie('kiddo_saver=on'), parseDataSaverCookie('a=b; kiddo_saver=off; c=d')]).toEqual([true, false]);
  for (const cookies of ['', 'kiddo_saver=yes', 'xkiddo_saver=on', 'kiddo_saver=only']) expect(parseDataSaverCookie(cookies)).toBeNull();
});

test('what was chosen here counts before what the browser says', () => {
  const saves = (headers: Record<string, string>) => isDataSaverRequest(new Headers(headers));
  expect([saves({}), saves({ 'save-data': 'on' }), saves({ 'save-data': 'On', cookie: 'kiddo_saver=off' })]).toEqual([false, true, false]);
  expect(saves({ cookie: 'kiddo_saver=on' })).toBe(true);
});
