import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { tokenHash } from '../src/infra/auth/hashed-sessions.ts';
import { deliverPushJob, dispatchPushesJob } from '../src/features/push/delivery/service.server.ts';
import { subscribe } from '../src/features/push/service.server.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { createWorld, type World } from './world.ts';

const HOUR_SECONDS = 3600;
const NAIROBI_OFFSET_HOURS = 3;
const REMEMBERED_DAYS = 30;

type PushRequest = { path: string; headers: http.IncomingHttpHeaders; body: Buffer };

/** A browser as a push service knows it, which can read what comes for it. */
export function createBrowser(origin: string) {
  const keys = createECDH('prime256v1');
  const publicKey = keys.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `${origin}/push/${randomUUID()}`;
  return {
    endpoint,
    /** What the page sends when the browser has subscribed. */
    fields: { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    /** The content of a message, as a browser decrypts it (RFC 8291, with one record of RFC 8188). */
    decrypt(body: Buffer): unknown {
      const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0];
      const [sender, sealed] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)];
      const derive = (from: Buffer, by: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', from, by, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const input = derive(keys.computeSecret(sender), auth, info, 32);
      const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString('utf8'));
    },
  };
}

/** A push service on this machine, and a world that may send to it, at noon in Nairobi: no quiet hour. */
export async function createPushWorld(env: Record<string, string> = {}) {
  const requests: PushRequest[] = [];
  let answer: { status: number; headers?: Record<string, string> } | 'hang-up' = { status: 201 };
  const server = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      requests.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(parts) });
      if (answer === 'hang-up') req.socket.destroy();
      else res.writeHead(answer.status, answer.headers).end('what it says is not read');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world = await createWorld({ PUSH_HOSTS: origin, ...env });
  const { ctx } = world;
  const goToHour = (hour: number) => advanceToHour(world, hour);
  goToHour(12);
  return {
    world,
    ctx,
    origin,
    requests,
    goToHour,
    /** What the push service answers from now on. */
    setAnswer: (next: typeof answer) => void (answer = next),
    /** Opens a session. @returns its token's hash */
    openSession: (player: { id: string }, userAgent?: string) => openSession(world, player, userAgent),
    /** A player signs in with a new browser and turns it on. */
    async turnOn(player: Actor & { id: string }, userAgent?: string) {
      const [browser, session] = [createBrowser(origin), await openSession(world, player, userAgent)];
      await subscribe(ctx, player, browser.fields, session);
      return { ...browser, session };
    },
    /** Runs the jobs until none is due. @returns what the push service was sent meanwhile */
    async deliver(): Promise<PushRequest[]> {
      const before = requests.length;
      while ((await ctx.jobs.drain(ctx, dispatchPushesJob, 50)) > 0);
      while ((await ctx.jobs.drain(ctx, deliverPushJob, 50)) > 0);
      return requests.slice(before);
    },
    endpoints: async () => (await ctx.db.selectFrom('push_subscriptions').select('endpoint').execute()).map(({ endpoint }) => endpoint),
  };
}

/** Moves the clock to the next time that it is this hour in Nairobi. */
function advanceToHour(world: World, hour: number): void {
  const now = world.ctx.now();
  const seconds = (now.getUTCHours() + NAIROBI_OFFSET_HOURS) * HOUR_SECONDS + now.getUTCMinutes() * 60 + now.getUTCSeconds();
  const day = 24 * HOUR_SECONDS;
  world.advanceClock((((hour * HOUR_SECONDS - seconds) % day) + day) % day);
}

async function openSession({ ctx }: World, player: { id: string }, userAgent = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/130.0 Mobile') {
  const now = ctx.now();
  const hash = tokenHash(randomUUID());
  await ctx.db
    .insertInto('sessions')
    .values({
      id: ctx.newId(),
      player_id: player.id,
      token_hash: hash,
      remembered: true,
      user_agent: userAgent,
      created_at: now,
      updated_at: now,
      expires_at: new Date(now.getTime() + REMEMBERED_DAYS * 24 * HOUR_SECONDS * 1000),
    })
    .execute();
  return hash;
}
