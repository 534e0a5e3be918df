import http from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';

// The baseline for the live connection: bare sockets; 200 times a second one of them receives the current time.

const PER_SECOND = 200;
const STEP_MS = 10;

const server = http.createServer((_, res) => res.end('up'));
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
const open: WebSocket[] = [];
sockets.on('connection', (socket) => open.push(socket));
let at = 0;
setInterval(() => {
  for (let i = 0; i < (PER_SECOND * STEP_MS) / 1000 && open.length > 0; i++) open[at++ % open.length]?.send(String(Date.now()));
}, STEP_MS);
server.listen(Number(process.argv[2]), '127.0.0.1');
