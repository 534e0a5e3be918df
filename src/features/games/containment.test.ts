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
    ...HINTS.map((hint): [string, string, RegExp] => ['index.html', hint, /has <link.*may not look up or connect to other hosts/is]),
  ];
  for (const [name, text, reason] of faults)
    expect([text, findContainmentFault(name, text)]).toEqual([text, expect.stringMatching(reason)]);
  for (const [name, text] of [
    [
      'index.html',
      '<!doctype html><link rel="stylesheet" href="a.css"><!-- <iframe> --><script>let online = "<iframe>"; once = 1</script><p>on = off',
    ],
    ['game.js', 'element.innerHTML = `<iframe>`; const peer = "rtcpeerconnection"'],
    ['cover.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ] as const)
    expect([text, findContainmentFault(name, text)]).toEqual([text, null]);
});
