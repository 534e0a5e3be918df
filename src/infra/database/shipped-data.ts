import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

/**
 * Asks whether a start may bring the word lists, avatars, items and games of its release into the database: not if those of a newer build are
 * there. It is noted before they are brought, so that a start which is broken off leaves nothing to an older one. Where the data are the same,
 * any release may, which changes nothing.
 * @param client holds the preparation lock
 * @param release the folder of the release; one that was not built (in development) always may
 */
export async function claimShippedData(client: pg.Client, release: string): Promise<boolean> {
  const builtAt = await fs.readFile(path.join(release, 'built-at'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (builtAt === null) return true;
  const [, hash = ''] = path.basename(release).split('-');
  const { rowCount } = await client.query(
    `insert into shipped_data as there (built_at, hash) values ($1, $2)
    on conflict (is_only) do update set built_at = greatest(there.built_at, excluded.built_at), hash = excluded.hash
    where there.hash = excluded.hash or there.built_at <= excluded.built_at`,
    [builtAt.trim(), hash],
  );
  return rowCount === 1;
}
