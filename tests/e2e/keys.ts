import { createPasswords } from '../../src/infra/sign-in/password.ts';
import { query } from './players.ts';

/** The password of those who have one. */
export const PASSWORD = 'kiti-moto-7';

/** Hashed once for all: hashing is slow on purpose. */
let hash: Promise<string> | undefined;

async function hashed(): Promise<string> {
  const passwords = createPasswords();
  try {
    return await passwords.hash(PASSWORD);
  } finally {
    await passwords.close();
  }
}

/** Lets a player sign in with the password. */
export async function givePassword(playerId: string, dataDir?: string): Promise<void> {
  await query(
    `insert into sign_ins (id, player_id, provider, subject, password_hash) values (gen_random_uuid(), $1::uuid, 'credential', $1::uuid::text, $2)`,
    [playerId, await (hash ??= hashed())],
    dataDir,
  );
}
