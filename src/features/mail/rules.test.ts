import { expect, test } from 'vitest';
import { renderEmailHtml, renderEmailText, normalizeMailbox } from './rules.ts';
import type { EmailContent } from './schema.ts';
import { emailTexts } from './texts.ts';

const texts = emailTexts.en;

const url = 'http://localhost:3000/confirm-email?token=eyJ.a-b_c&x=1';
const letter: EmailContent = {
  to: 'amina@example.com',
  subject: 'Confirm your email',
  heading: 'Karibu!',
  paragraphs: ['First words.', 'Second words.'],
  button: { label: 'Confirm', url },
  notes: ['The link works for 24 hours.'],
};
const unescaped = (html: string) => html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

test('both parts say the same, and hold the link', () => {
  const [text, html] = [renderEmailText(letter, emailTexts), renderEmailHtml(letter, emailTexts)];
  for (const words of ['Karibu!', 'First words.', 'Second words.', 'Confirm', 'The link works for 24 hours.', texts.never, texts.footer]) {
    expect(text).toContain(words);
    expect(unescaped(html)).toContain(words);
  }
  expect(text.split('\n')).toContain(url);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => unescaped(href));
  expect(links).toEqual([url, url]);
  expect(unescaped(html)).toContain(`>${url}</a>`);
  expect(html).toContain('<title>Confirm your email</title>');
});

test('a letter with nothing to press has no link', () => {
  const { button: _, ...plain } = letter;
  expect(renderEmailHtml(plain, emailTexts)).not.toContain('<a ');
  expect([renderEmailHtml(plain, emailTexts), renderEmailText(plain, emailTexts)].filter((part) => part.includes('http'))).toEqual([]);
  expect(renderEmailText(plain, emailTexts)).not.toContain(texts.linkHint);
});

test('nothing to load: no picture, script, style sheet or font from elsewhere', () => {
  const html = renderEmailHtml(letter, emailTexts);
  expect(html).not.toMatch(/<(img|script|link|style|iframe|object|form|svg)\b|url\(|@import|\ssrc=|\son\w+=/i);
  expect([...html.matchAll(/https?:\/\//g)]).toHaveLength(3);
  expect(html).toContain('name="viewport"');
});

test('every word is escaped in the HTML, and stands as it is in the text', () => {
  const evil = `</p></title><script>alert("1")</script>&amp;<img src=x onerror='x'>`;
  const hostile: EmailContent = {
    to: 'amina@example.com',
    subject: `subject ${evil}`,
    heading: `heading ${evil}`,
    paragraphs: [`paragraph ${evil}`],
    button: { label: `label ${evil}`, url: `http://localhost/"><script>x</script>` },
    notes: [`note ${evil}`],
    stop: `http://localhost/"><script>y</script>`,
  };
  const words = { footer: `footer ${evil}`, never: `never ${evil}`, linkHint: `hint ${evil}`, stop: `stop ${evil}` };
  const html = renderEmailHtml(hostile, { en: words, sw: words });
  expect(html).not.toMatch(/<script|<img|onerror='|"1"|&amp;/);
  for (const part of ['subject', 'heading', 'paragraph', 'label', 'note', 'footer', 'never', 'hint', 'stop'])
    expect(unescaped(html)).toContain(`${part} ${evil}`);
  // The same number of tags as with harmless texts.
  const tags = (text: string) => text.match(/<[a-z!/][^>]*>/gi)?.map((tag) => tag.split(/[\s>]/)[0]);
  expect(tags(html)).toEqual(tags(renderEmailHtml({ ...letter, paragraphs: ['x'], stop: 'http://localhost/' }, emailTexts)));
  expect(renderEmailText(hostile, { en: words, sw: words })).toContain(`paragraph ${evil}`);
});

test('a mail in Kiswahili has the words around it in Kiswahili; one in two languages has both, each with its button', () => {
  const swahili: EmailContent = { ...letter, language: 'sw' };
  for (const words of [emailTexts.sw.never, emailTexts.sw.footer]) {
    expect(renderEmailText(swahili, emailTexts)).toContain(words);
    expect(unescaped(renderEmailHtml(swahili, emailTexts))).toContain(words);
  }
  expect(renderEmailHtml(swahili, emailTexts)).toContain('<html lang="sw">');
  expect(unescaped(renderEmailHtml(swahili, emailTexts))).toContain(emailTexts.sw.linkHint);
  for (const part of [renderEmailText(swahili, emailTexts), renderEmailHtml(swahili, emailTexts)]) expect(part).not.toContain('We never');

  const swahiliUrl = `${url}&lang=sw`;
  const translation = { heading: 'Habari', paragraphs: ['Maneno.'], button: { label: 'Soma', url: swahiliUrl }, notes: ['Siku 14.'] };
  const both: EmailContent = { ...letter, translation: { ...translation, language: 'sw' } };
  const [text, html] = [renderEmailText(both, emailTexts), renderEmailHtml(both, emailTexts)];
  const order = ['Karibu!', 'Second words.', 'The link works', 'Habari', 'Maneno.', 'Siku 14.', emailTexts.en.never, emailTexts.sw.never];
  for (const part of [text, unescaped(html.replace(/<head>.*<\/head>/s, ''))])
    expect(order.map((words) => part.indexOf(words)).toSorted((a, b) => a - b)).toEqual(order.map((words) => part.indexOf(words)));
  expect(order.filter((words) => !text.includes(words))).toEqual([]);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => unescaped(href));
  expect(links).toEqual([url, url, swahiliUrl, swahiliUrl]);
  expect(text.split('\n')).toEqual(expect.arrayContaining([url, swahiliUrl]));
  expect(html).toMatch(/<html lang="en">.*<div lang="sw"/s);
  expect(unescaped(html)).toContain(emailTexts.sw.linkHint);
});

test('one mailbox is one, however its address is spelled', () => {
  const one = ['a.mina@gmail.com', 'amina@gmail.com', 'amina+x@gmail.com', 'a.m.i.n.a+x+y@googlemail.com'];
  expect(new Set(one.map(normalizeMailbox))).toEqual(new Set(['amina@gmail.com']));
  expect(['a.mina@example.com', 'amina+x@example.com', 'amina@notgmail.com'].map(normalizeMailbox)).toEqual([
    'a.mina@example.com',
    'amina@example.com',
    'amina@notgmail.com',
  ]);
});
