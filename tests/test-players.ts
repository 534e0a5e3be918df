import { randomBytes, randomUUID } from 'node:crypto';
import { tokenHash } from '../src/infra/auth/hashed-sessions.ts';
import { newId } from '../src/shared/ids.ts';

// Creates players and their relations directly in the database, so that tests need not walk through the steps each time.

/** How old test players are unless a test is about ages: then nothing is closed to them. */
export const ADULT = { birth_month: '1990-01', age_band: 18 } as const;

export type TestPlayer = { id: string; username: string; displayName: string };

/** Queries a site's database. */
export type RunQuery = (text: string, values: unknown[]) => Promise<unknown>;

/** Letters that never form a word or a number: the text filter rejects one in twenty names of random hex digits. */
const LETTERS = 'bdlmnrtv';
let nameCounter = randomBytes(2).readUInt16BE();

/** Ten letters. The first four, which are displayed, repeat only after 4,096 players: so they are unique within a test. */
export function createRandomName(): string {
  nameCounter++;
  const first = Array.from({ length: 4 }, (_, place) => LETTERS[Math.trunc(nameCounter / 8 ** (3 - place)) % 8]);
  return [...first, ...Array.from(randomBytes(6), (byte) => LETTERS[byte % 8])].join('');
}

/** Creates a confirmed, signed-in player; somebody of the team has passed the second step. @returns the player, and their session cookie */
export async function createSignedInPlayer(
  ask: RunQuery,
  role = 'player',
): Promise<{ known: TestPlayer; cookie: { name: string; value: string } }> {
  const username = `known_${createRandomName()}`;
  const known = { id: newId(), username, displayName: `Known ${username.slice(6, 10)}` };
  const token = randomBytes(24).toString('base64url');
  await ask(
    `insert into players (id, username, display_name, email, email_confirmed, role, two_factor, birth_month, age_band)
     values ($1, $2, $3, $4, true, $5, $5 <> 'player', $6, $7)`,
    [known.id, username, known.displayName, `${username}@example.com`, role, ADULT.birth_month, ADULT.age_band],
  );
  // Their figure has begun, so that no job changes their picture in the middle of a test.
  await ask(`update avatars set look = '{}', first_look = jsonb_build_object('of', player_id) where player_id = $1`, [known.id]);
  await ask(
    `insert into sessions (id, player_id, token_hash, remembered, second_step, expires_at)
     values ($1, $2, $3, true, $4, now() + interval '1 day')`,
    [newId(), known.id, tokenHash(token), role !== 'player'],
  );
  return { known, cookie: { name: 'kiddo_session', value: `${token}.test` } };
}

/** Sets a player's password. @param hash of the password */
export async function setPassword(ask: RunQuery, playerId: string, hash: string): Promise<void> {
  await ask(
    `insert into identities (id, player_id, provider, subject, password_hash) values (gen_random_uuid(), $1::uuid, 'credential', $1::uuid::text, $2)`,
    [playerId, hash],
  );
}

/** Makes two players friends. */
export async function befriend(ask: RunQuery, one: string, other: string): Promise<void> {
  await ask(
    `insert into friendships (low_id, high_id, state, requested_by, accepted_at) values (least($1::uuid, $2), greatest($1::uuid, $2), 'accepted', $1, now())`,
    [one, other],
  );
}

/** Sets who may see a player's profile; of a new player that is friends. */
export async function showProfile(ask: RunQuery, playerId: string, audience: 'everyone' | 'friends' | 'private'): Promise<void> {
  await ask(`insert into privacy (player_id, profile) values ($1, $2) on conflict (player_id) do update set profile = excluded.profile`, [
    playerId,
    audience,
  ]);
}

/** Creates messages between two friends: one per text, in turns, the first one by the first player. All are unread. */
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
