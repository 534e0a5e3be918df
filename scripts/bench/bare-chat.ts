import http from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';

// The baseline for the chat: it receives messages over HTTP and sends them to both players' sockets, without checks, filter or storage.

const heard = new Set<string>();
const open = new Map<string, WebSocket>();

const server = http.createServer((req, res) => {
  if (req.method !== 'POST') return res.end('up');
  let body = '';
  req.setEncoding('utf8').on('data', (part: string) => (body += part));
  req.on('end', () => {
    const id = new URLSearchParams(body).get('clientId') ?? '';
    const [from = '', to = ''] = [req.headers.cookie, req.url?.slice('/chat/'.length)];
    if (!heard.has(id)) {
      heard.add(id);
      open.get(to)?.send(JSON.stringify({ kind: 'chat', from }));
      open.get(from)?.send(JSON.stringify({ kind: 'chat', from: to }));
    }
    res.end(JSON.stringify({ ok: true, message: { id } }));
  });
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, req) => open.set(req.headers.cookie ?? '', socket));
server.listen(Number(process.argv[2]), '127.0.0.1');
