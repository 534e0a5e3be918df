import fs from 'node:fs';
import path from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { giveConsent } from '../../../../tests/guardian-world.ts';
import { createWorld, root } from '../../../../tests/world.ts';
import { getOwnAllowances } from './service.server.ts';

test('the statements of the operator’s guide withdraw the consent for one player, with a record of it', async () => {
  const { ctx, addPlayer } = await createWorld();
  const ask = (text: string, values: unknown[]) => ctx.db.executeQuery(CompiledQuery.raw(text, values));
  const [amina, brian] = [await addPlayer({ username: 'amina', age_band: 13 }), await addPlayer({ username: 'brian', age_band: 13 })];
  const guardian = await giveConsent(ask, amina.id);
  await giveConsent(ask, brian.id);
  const guide = fs.readFileSync(path.join(root, 'docs/operators-guide.md'), 'utf8');
  const [statements = ''] = /begin;\nselect id from players where username = 'amina'[\s\S]*?\ncommit;/.exec(guide) ?? [];
  await sql.raw(statements).execute(ctx.db);
  expect(await getOwnAllowances(ctx, amina)).toMatchObject({ chat: 'off', buying: 'none', canUpload: false, door: { state: 'withdrawn' } });
  expect(await getOwnAllowances(ctx, brian)).toMatchObject({ chat: 'free', door: { state: 'given' } });
  expect(await ctx.db.selectFrom('consent_records').select(['player_id', 'guardian_email', 'decision']).execute()).toEqual([
    { player_id: amina.id, guardian_email: guardian, decision: 'withdrawn' },
  ]);
});
