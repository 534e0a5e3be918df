import vm from 'node:vm';
import { expect, test } from 'vitest';
import { containPage, containScript, findContainmentFault, GUARD, LOCKDOWN } from './containment.rules.ts';

test('what opens connections is gone before a script runs, for good', () => {
  const names = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'];
  const window = vm.createContext(Object.fromEntries(names.map((name) => [name, function Connection() {}])));
  const code = (text: string) => vm.runInContext(containScript(text), window) as unknown;
  expect(code(`[${names.map((name) => `typeof ${name}`).join()}].join()`)).toBe('undefined,undefined,undefined,undefined');
  code('var self = 1; try { RTCPeerConnection = 1 } catch {} try { delete globalThis.RTCPeerConnection } catch {}');
  expect(code('const globals = 1; typeof RTCPeerConnection')).toBe('undefined');
});

test('a script stays what it is: on its lines, strict where it says so, and not where it does not', () => {
  const isStrict = (text: string) => vm.runInNewContext(containScript(text)) as unknown;
  const ask = '(function () { return this === undefined })()';
  expect(isStrict(ask)).toBe(false);
  expect(isStrict(`'use strict';\n${ask}`)).toBe(true);
  expect(isStrict(`// a comment\n/* 'and another' */ "use strict";\n${ask}`)).toBe(true);
  expect(isStrict(`// 'use strict'\n${ask}`)).toBe(false);
  expect(containScript('a;\nb;').split('\n')).toEqual([`${LOCKDOWN}a;`, 'b;']);
  expect(() => new vm.Script(GUARD)).not.toThrow();
  expect(LOCKDOWN + GUARD).not.toMatch(/<\/script|<!--/i);
});

/** Runs what takes a moment; ends it if it does not end by itself. */
const run = <Value>(compute: () => Value): Value => vm.runInNewContext('compute()', { compute }, { timeout: 20_000 }) as Value;

test('no script and no page takes long, whatever is in it', () => {
  const comments = '/**/\n'.repeat(1_000);
  expect(run(() => containScript(`${comments}play()`))).toBe(`${LOCKDOWN}${comments}play()`);
  expect(run(() => containScript(`${comments}'use strict'; play()`))).toBe(`"use strict";${LOCKDOWN}${comments}'use strict'; play()`);
  for (const part of ['<script>', '<script', '<script></script', '<!--', '<!-- -->', '= ', ' type="', '<link ', '</script ', '/*']) {
    const text = part.repeat(1_000_000);
    expect([part, run(() => containPage(text).html.length >= text.length)]).toEqual([part, true]);
    expect([part, run(() => containScript(text).length > text.length)]).toEqual([part, true]);
    run(() => findContainmentFault('index.html', text));
  }
  run(() => findContainmentFault('index.html', `<p a=${' '.repeat(1_000_000)}`));
});

test('a page begins with the guard, after its doctype, and only its own scripts may run', () => {
  const { html, scripts } = containPage(
    '<!doctype html>\n<html><script>one()</script><SCRIPT type="text/javascript">two()</SCRIPT ><script type="module">three()</script>' +
      '<script src="game.js"></script><script type="x-shader/x-vertex">void main() {}</script><script type="importmap">{"imports":{}}</script>' +
      '<script type="importmap">alert(1)</script><script type="speculationrules">{}</script>',
  );
  expect(html.startsWith(`<!doctype html><script>${LOCKDOWN}${GUARD}</script>\n<html>`)).toBe(true);
  const named = ['one()', 'two()', 'three()'].map((code) => LOCKDOWN + code);
  expect(scripts).toEqual([LOCKDOWN + GUARD, ...named, '{"imports":{}}']);
  expect(html).toContain('<script src="game.js"></script><script type="x-shader/x-vertex">void main() {}</script>');
  expect(containPage('<p>no doctype').html).toBe(`<script>${LOCKDOWN}${GUARD}</script><p>no doctype`);
});

const FAR = 'https://evil.example';
const HINTS = [
  `<link rel="preconnect" href="${FAR}">`,
  `<LINK REL=dns-prefetch HREF=//evil.example>`,
  `<link href='${FAR}' rel='prefetch'>`,
  `<link rel="stylesheet preconnect" href="${FAR}">`,
  `<link rel="pre&#99;onnect" href="${FAR}">`,
  `<link rel=stylesheet rel=preconnect href="${FAR}">`,
  `<link title=" rel=stylesheet" rel="preconnect" href="${FAR}">`,
  `<link title=">" rel=preconnect href="${FAR}">`,
  `<link/rel=preconnect href="${FAR}">`,
  `<link\nrel\n=\npreconnect href="${FAR}">`,
];

test('links to other hosts and frames are left out of a page; style sheets and icons stay', () => {
  for (const hint of HINTS)
    expect([hint, /<link(?!-left-out)/i.test(containPage(`<p>${hint}`).html.split('<p>')[1] ?? '')]).toEqual([hint, false]);
  const frame = '<iframe srcdoc="<script>new RTCPeerConnection()</script>"></iframe>';
  expect(containPage(`<p>${frame}`).html.split('<p>')[1]).toMatch(/^<iframe-left-out srcdoc/);
  const links = '<link rel="stylesheet" href="/kit/kit.css"><link rel=icon href=a.png /><link href="a.css"rel="stylesheet">';
  expect(containPage(`<p>${links}`).html.split('<p>')[1]).toBe(links);
});

test('a page with comments before its doctype keeps it as the first tag', () => {
  for (const before of ['', '\uFEFF \n', '<!-- A game -->\n', '<!----><!-- by - us -- -->', ' <!-- a\nb -->\n<!-- c --> '])
    expect([before, containPage(`${before}<!DOCTYPE html><p>`).html]).toEqual([
      before,
      `${before}<!DOCTYPE html><script>${LOCKDOWN}${GUARD}</script><p>`,
    ]);
  // What could have a tag in it, for a browser.
  for (const before of ['<!--> <b> -->', '<!-- --!><b><!-- -->', '<!-- <script>x()</script> -->', '<b>'])
    expect([before, containPage(`${before}<!doctype html>`).html.startsWith(`<script>${LOCKDOWN}${GUARD}</script>`)]).toEqual([
      before,
      true,
    ]);
});

test('a script is no markup: its comparisons stay, but no tag stands in it where a browser could see one', () => {
  const code = 'for(let i=0;i<link.size&&x>0;i++)n=i<iframe.length';
  expect(containPage(`<script>${code}</script>`).scripts[1]).toBe(`${LOCKDOWN}for(let i=0;i< link.size&&x>0;i++)n=i< iframe.length`);
  for (const hint of [...HINTS, '<iframe srcdoc="<p>">'])
    for (const hidden of [`<!-- <script> -->${hint}<script></script>`, `<p title="<script>">${hint}<script src=a.js></script>`])
      expect([hidden, /<(link|iframe)(?!-left-out)/i.test(containPage(`<main>${hidden}`).html.split('<main>')[1] ?? '')]).toEqual([
        hidden,
        false,
      ]);
});

test('a file that tries what no game can do is not imported, and the reason says what to do', () => {
  const faults: [string, string, RegExp][] = [
    ['game.js', 'new RTCPeerConnection()', /^game\.js uses RTCPeerConnection: a game may not open connections/],
    ['game.js', 'window["webkitRTCPeerConnection"]', /uses webkitRTCPeerConnection/],
    ['cover.svg', '<svg><script>new WebTransport("x")</script></svg>', /^cover\.svg uses WebTransport/],
    ['index.html', '<script>new RTCPeerConnection()</script>', /uses RTCPeerConnection/],
    ['index.html', '<iframe src="more.html"></iframe>', /has <iframe>: a game is one page/],
    ['index.html', '<object data="a.svg"></object>', /has <object>/],
    ['index.html', '<button onclick="go()">Go</button>', /has code in onclick=: put it into a script/],
    ['index.html', '<a href="javascript:go()">Go</a>', /has a javascript: address/],
    ['index.html', '<script>for(;i<link.size&&x>0;i++)y()</script>', /has <link in a script: move the script into a file of its own/],
    ['index.html', '<script>let online = "<IFRAME>"</script>', /has <IFRAME in a script/],
    ...HINTS.map((hint): [string, string, RegExp] => ['index.html', hint, /has <link.*may not look up or connect to other hosts/is]),
  ];
  for (const [name, text, reason] of faults)
    expect([text, findContainmentFault(name, text)]).toEqual([text, expect.stringMatching(reason)]);
  for (const [name, text] of [
    [
      'index.html',
      '<!doctype html><link rel="stylesheet" href="a.css"><!-- <iframe> --><script>let online = "<frame>"; once = 1; i<links.size</script><p>on = off',
    ],
    ['game.js', 'element.innerHTML = `<iframe>`; const peer = "rtcpeerconnection"'],
    ['cover.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ] as const)
    expect([text, findContainmentFault(name, text)]).toEqual([text, null]);
});
