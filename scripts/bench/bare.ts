import http from 'node:http';
import pg from 'pg';

// The baseline: a bare Node server with one prepared query, and one that sends fixed bytes.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query('create index if not exists bench_newest on games (created_at desc, id desc)');
const newest = {
  name: 'newest',
  text: `select id, title, developer, description, assets[1] as cover, max_players, tags, is_premium
    from games where hidden_at is null order by created_at desc, id desc limit 12`,
};
let bytes = Buffer.alloc(0);

http.createServer((req, res) => void answer(req, res)).listen(Number(process.env['PORT']), '127.0.0.1');

async function answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<unknown> {
  if (req.url === '/newest') {
    const { rows } = await pool.query(newest);
    const body = JSON.stringify({ games: rows });
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    return res.end(body);
  }
  if (req.method === 'POST') {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    bytes = Buffer.concat(chunks);
    return res.end();
  }
  res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': req.url === '/bytes' ? bytes.length : 0 });
  return res.end(req.url === '/bytes' ? bytes : undefined);
}
