import { randomBytes, randomUUID } from 'node:crypto';
import { tokenHash } from '../src/infra/auth/hashed-sessions.ts';
import { newId } from '../src/shared/ids.ts';

// Players that are there already, and what is between them: what comes before a test need not be walked each time.

export type TestPlayer = { id: string; username: string; displayName: string };

/** Asks the database of a site. */
export type RunQuery = (text: string, values: unknown[]) => Promise<unknown>;

/** Letters that never make a word or a number: of random hex digits one name in twenty is one that the text filter refuses. */
const LETTERS = 'bdlmnrtv';
let nameCounter = randomBytes(2).readUInt16BE();

/** Ten letters. The first four, which is what is shown, come again only after 4,096 players: those of one test are never the same. */
export function createRandomName(): string {
  nameCounter++;
  const first = Array.from({ length: 4 }, (_, place) => LETTERS[Math.trunc(nameCounter / 8 ** (3 - place)) % 8]);
  return [...first, ...Array.from(randomBytes(6), (byte) => LETTERS[byte % 8])].join('');
}

/** Makes a confirmed player who is signed in. @returns who, and the cookie of their session */
export async function createSignedInPlayer(
  ask: RunQuery,
  role = 'player',
): Promise<{ known: TestPlayer; cookie: { name: string; value: string } }> {
  const username = `known_${createRandomName()}`;
  const known = { id: newId(), username, displayName: `Known ${username.slice(6, 10)}` };
  const token = randomBytes(24).toString('base64url');
  await ask(`insert into players (id, username, display_name, email, email_confirmed, role) values ($1, $2, $3, $4, true, $5)`, [
    known.id,
    username,
    known.displayName,
    `${username}@example.com`,
    role,
  ]);
  await ask(
    `insert into sessions (id, player_id, token_hash, remembered, expires_at) values ($1, $2, $3, true, now() + interval '1 day')`,
    [newId(), known.id, tokenHash(token)],
  );
  return { known, cookie: { name: 'kiddo_session', value: `${token}.test` } };
}

/** Lets a player sign in with a password. @param hash of it */
export async function setPassword(ask: RunQuery, playerId: string, hash: string): Promise<void> {
  await ask(
    `insert into sign_ins (id, player_id, provider, subject, password_hash) values (gen_random_uuid(), $1::uuid, 'credential', $1::uuid::text, $2)`,
    [playerId, hash],
  );
}

/** Makes two players friends, as if they had been for long. */
export async function befriend(ask: RunQuery, one: string, other: string): Promise<void> {
  await ask(
    `insert into friendships (low_id, high_id, state, asked_by, accepted_at) values (least($1::uuid, $2), greatest($1::uuid, $2), 'accepted', $1, now())`,
    [one, other],
  );
}

/** Makes two friends talk: each text is a message, the first one by the first player, and so on in turns. Nobody has read any. */
export async function createMessages(ask: RunQuery, one: string, other: string, texts: string[]): Promise<void> {
  const [low, high] = one < other ? [one, other] : [other, one];
  const senderOf = (index: number) => (index % 2 === 0 ? one : other);
  const count = (player: string) => texts.filter((_text, index) => senderOf(index) !== player).length;
  await ask(`insert into conversations (low_id, high_id, last_seq, last_at, low_unread, high_unread) values ($1, $2, $3, now(), $4, $5)`, [
    low,
    high,
    texts.length,
    count(low),
    count(high),
  ]);
  await ask(
    `insert into messages (low_id, high_id, seq, sender_id, client_id, body, sent_at)
     select $1, $2, seq, sender, client, body, now() - make_interval(secs => $6 - seq)
     from unnest($3::uuid[], $4::uuid[], $5::text[]) with ordinality as t (sender, client, body, seq)`,
    [low, high, texts.map((_text, index) => senderOf(index)), texts.map(() => randomUUID()), texts, texts.length],
  );
}
