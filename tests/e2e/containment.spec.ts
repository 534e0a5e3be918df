import dgram from 'node:dgram';
import fs from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { GUARD, LOCKDOWN } from '../../src/features/games/containment.rules.ts';
import { scriptHash } from '../../src/server/headers.ts';
import { expect, test } from './site.ts';

// A game that wants to reach others: by WebRTC, which no policy covers, and by hints such as preconnect. What it tries works on a page that
// nothing contains; from a game nothing arrives.

/** Where packets of WebRTC arrive. `leaving`: what a game does last, since it ends its page. */
const PACKETS = ['peer', 'leaving'] as const;
/** Where requests and hints arrive. Each way to load a script of another host has a port of its own, so that none hides another. */
const CONNECTIONS = ['request', 'hint', 'script', 'preload', 'modulepreload'] as const;
const WAYS = [...PACKETS, ...CONNECTIONS];

/** Numbers of ports, or how often something arrived there. */
type Ports = Record<(typeof WAYS)[number], number>;

/** A number for each way. */
const byWay = (numberOf: (way: (typeof WAYS)[number]) => number) => Object.fromEntries(WAYS.map((way) => [way, numberOf(way)])) as Ports;

/** Listens on this machine, and counts what arrives. */
async function listen(): Promise<{ ports: Ports; arrived: Ports; close(): void }> {
  const arrived = byWay(() => 0);
  const ports = byWay(() => 0);
  const sockets = await Promise.all(
    PACKETS.map(async (name) => {
      const socket = dgram.createSocket('udp4', () => arrived[name]++);
      await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
      ports[name] = socket.address().port;
      return socket;
    }),
  );
  const servers = await Promise.all(
    CONNECTIONS.map(async (name) => {
      const server = net.createServer((socket) => {
        arrived[name]++;
        socket.on('error', () => socket.destroy());
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      ports[name] = (server.address() as AddressInfo).port;
      return server;
    }),
  );
  return {
    ports,
    arrived,
    close() {
      for (const each of [...sockets, ...servers]) each.close();
    },
  };
}

/** By WebRTC: it asks a server for the address that it is seen under, which is a packet to that server. */
const PEER = ({ peer: port }: Pick<Ports, 'peer'>) => `(() => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
  peer.createDataChannel('x');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
})()`;

/** A text as it may stand in a script of a page. */
const quote = (text: string) => JSON.stringify(text).replaceAll('</', String.raw`<\/`);

/** The code of the game: each way by itself, since one that is refused may throw. The last ones leave the page. */
const attempts = (ports: Ports) => {
  const far = `http://127.0.0.1:${ports.request}`;
  const near = `http://127.0.0.1:${ports.hint}`;
  const hint = `<link rel="preconnect" href="${near}">`;
  const inFrame = quote(`${hint}<script>${PEER(ports)}</script><script src="peer.js"></script>`);
  const attach = (make: string) => `{ const frame = document.createElement('iframe'); ${make}; document.body.append(frame); }`;
  // The hash of a script that may run here, which a policy also takes for what a script of another host shall be.
  const allowed = scriptHash(LOCKDOWN + GUARD).slice(1, -1);
  const load = (tag: string, way: 'script' | 'preload' | 'modulepreload', properties: Record<string, string>) =>
    `document.head.append(Object.assign(document.createElement('${tag}'), ${JSON.stringify({ ...properties, crossOrigin: 'anonymous', integrity: allowed, [tag === 'script' ? 'src' : 'href']: `http://127.0.0.1:${ports[way]}/?told` })}))`;
  const ways = [
    PEER(ports),
    `new webkitRTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${ports.peer}' }] }).createDataChannel('x')`,
    `{ const link = document.createElement('link'); link.rel = 'preconnect'; link.href = '${near}'; document.head.append(link); }`,
    `{ const link = document.createElement('link'); link.href = '${near}'; document.head.append(link); link.setAttribute('REL', 'preconnect'); }`,
    `{ const link = document.createElement('link'); link.href = '${near}'; document.head.append(link); link.relList.add('preconnect'); }`,
    `{ const link = document.createElement('link'); link.rel = 'author'; link.href = '${near}'; document.head.append(link); link.attributes.rel.value = 'preconnect'; }`,
    `{ const rel = document.createAttribute('rel'); rel.value = 'preconnect'; const link = document.createElement('link'); link.href = '${near}'; link.setAttributeNode(rel); document.head.append(link); }`,
    `document.body.innerHTML += ${quote(hint)}`,
    `document.body.insertAdjacentHTML('beforeend', ${quote(hint)})`,
    `document.body.append(new DOMParser().parseFromString(${quote(hint)}, 'text/html').querySelector('link'))`,
    `document.body.append(document.createRange().createContextualFragment(${quote(hint)}))`,
    `document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }).innerHTML = ${quote(hint)}`,
    attach(`frame.srcdoc = ${inFrame}`),
    attach(`frame.setAttribute('srcdoc', ${inFrame})`),
    `document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="' + ${inFrame}.replaceAll('"', '&quot;') + '"></iframe>')`,
    attach(`frame.src = URL.createObjectURL(new Blob([${inFrame}], { type: 'text/html' }))`),
    attach(`frame.src = 'data:text/html,' + encodeURIComponent(${inFrame})`),
    attach(`frame.src = 'more.html'`),
    attach(`frame.src = 'cover.svg'`),
    attach(`frame.src = 'about:blank'`) +
      `new (window[window.length - 1].RTCPeerConnection)({ iceServers: [{ urls: 'stun:127.0.0.1:${ports.peer}' }] }).createDataChannel('x')`,
    `new Worker(URL.createObjectURL(new Blob(['fetch("${far}")'])))`,
    `window.open('javascript:' + ${quote(PEER(ports))})`,
    `fetch('${far}')`,
    `new WebSocket('${far.replace('http', 'ws')}')`,
    `new Image().src = '${far}'`,
    `navigator.sendBeacon('${far}')`,
    `document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', text: JSON.stringify({ prefetch: [{ urls: ['${far}'] }] }) }))`,
    load('script', 'script', {}),
    load('link', 'preload', { rel: 'preload', as: 'script' }),
    load('link', 'modulepreload', { rel: 'modulepreload' }),
  ];
  return `${ways.map((way) => `try { ${way} } catch {}`).join('\n')}
parent.postMessage({ kiddo: 1, type: 'tried' }, '*');
setTimeout(() => { location.href = 'javascript:' + ${quote(`"<script>${PEER({ peer: ports.leaving })}</script>"`)}; }, 500);`;
};

/** All files of the game. */
const filesOf = (ports: Ports): Record<string, string> => ({
  'index.html': `<!doctype html><link rel="preconnect" href="http://127.0.0.1:${ports.hint}"><body><iframe srcdoc="<script>${PEER(ports).replaceAll('"', '&quot;')}</script>"></iframe><script>${attempts(ports)}</script><script src="peer.js"></script></body>`,
  'more.html': `<!doctype html><link rel="preconnect" href="http://127.0.0.1:${ports.hint}"><script>${PEER(ports)}</script>`,
  'peer.js': PEER(ports),
  'cover.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>${PEER(ports)}</script></svg>`,
});

/** Puts a frame with this address into the page, and waits until the game in it has tried everything. */
async function play(page: Page, src: string): Promise<void> {
  await page.evaluate(
    (address) =>
      new Promise<void>((resolve) => {
        addEventListener('message', (event) => event.data?.type === 'tried' && resolve());
        const frame = document.createElement('iframe');
        if (!address.startsWith('/offline')) frame.setAttribute('sandbox', 'allow-scripts allow-pointer-lock');
        frame.src = address;
        document.body.append(frame);
      }),
    src,
  );
}

test(
  'a game reaches no other port or host: online, in frames that it makes, and saved on the device',
  { tag: '@full-browser' },
  async ({ playwright, launchOptions, baseURL }, testInfo) => {
    // Chromium follows hints in an ordinary profile only, and those of tests are private ones.
    const profile = await playwright.chromium.launchPersistentContext(testInfo.outputPath('profile'), { ...launchOptions, baseURL });
    const page = await profile.newPage();
    const [ours, theirs] = await Promise.all([listen(), listen()]);
    // A game that was imported before its files were checked.
    const stored = path.join(process.env['TEST_DATA_DIR'] ?? '', 'files/games/kite-club/hostile');
    await fs.mkdir(stored, { recursive: true });
    for (const [name, text] of Object.entries(filesOf(ours.ports))) await fs.writeFile(path.join(stored, name), text);
    await page.goto('/about');
    const gamesOrigin = `http://localhost:${Number(new URL(page.url()).port) + 1}`;
    await play(page, `${gamesOrigin}/games/kite-club/hostile/index.html`);

    // One that was saved on the device as it was.
    await page.evaluate(
      async (text) => {
        const cache = await caches.open('kiddo-games');
        await cache.put('/offline/games/hostile', new Response(text));
        await cache.put(
          '/offline/facts/hostile',
          Response.json({ id: 'hostile', title: 'Hostile', isPremium: false, checkedAt: Date.now() }),
        );
      },
      filesOf(ours.ports)['index.html'] ?? '',
    );
    await play(page, '/offline/frame?game=hostile');

    // The same where nothing contains it: by now it would have arrived from the game too.
    const files = filesOf(theirs.ports);
    const server = http.createServer((request, response) => {
      const name = request.url?.slice(1) || 'index.html';
      response.writeHead(200, {
        'content-type': name.endsWith('.js') ? 'text/javascript' : name.endsWith('.svg') ? 'image/svg+xml' : 'text/html',
      });
      response.end(files[name] ?? '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const open = await profile.newPage();
    await open.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    for (const way of WAYS) await expect.poll(() => theirs.arrived[way], way).toBeGreaterThan(0);
    await profile.close();
    expect(ours.arrived).toEqual(byWay(() => 0));
    server.close();
    ours.close();
    theirs.close();
    await fs.rm(stored, { recursive: true });
  },
);
