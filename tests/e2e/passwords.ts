import { randomBytes } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import { tokenHash } from '../../src/infra/auth/hashed-sessions.ts';
import { createPasswordHasher } from '../../src/infra/auth/password-hasher.ts';
import { newId } from '../../src/shared/ids.ts';
import * as testPlayers from '../test-players.ts';
import { query } from './players.ts';

/** The password of players who have one. */
export const PASSWORD = 'kiti-moto-7';

/** Hashed only once: hashing is slow on purpose. */
let hash: Promise<string> | undefined;

/** The hash that the database stores. */
export function getPasswordHash(): Promise<string> {
  return (hash ??= computeHash());
}

async function computeHash(): Promise<string> {
  const passwords = createPasswordHasher();
  try {
    return await passwords.hash(PASSWORD);
  } finally {
    await passwords.close();
  }
}

/** Sets a player's password. */
export async function setPassword(playerId: string, dataDir?: string): Promise<void> {
  await testPlayers.setPassword((text, values) => query(text, values, dataDir), playerId, await getPasswordHash());
}

/** Signs another browser in as an existing player, as their second device. */
export async function signInElsewhere(context: BrowserContext, playerId: string, origin: string, device: string): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  await query(
    `insert into sessions (id, player_id, token_hash, remembered, user_agent, expires_at) values ($1, $2, $3, true, $4, now() + interval '1 day')`,
    [newId(), playerId, tokenHash(token), device],
  );
  await context.addCookies([{ name: 'kiddo_session', value: `${token}.test`, url: origin, httpOnly: true, sameSite: 'Lax' }]);
}
