import { createPasswords } from '../../src/infra/sign-in/password.ts';
import * as given from '../known-players.ts';
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
  await given.givePassword((text, values) => query(text, values, dataDir), playerId, await (hash ??= hashed()));
}
