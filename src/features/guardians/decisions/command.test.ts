import { expect, test } from 'vitest';
import { createApprovalWorld } from '../../../../tests/approval-world.ts';
import { codeOf } from '../../../../tests/friendship-world.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { getOwnAllowances } from '../allowances/service.server.ts';
import { withdrawForGuardian } from './command.service.server.ts';

test('an operator takes a consent back for a guardian who cannot: all that follows is the same, and the audit log has it', async () => {
  const {
    ctx,
    db,
    amina,
    aunt,
    young,
    world,
    approve,
    befriend,
    friendship,
    names,
    records,
    notified,
    published,
    addChild,
    ask,
    answer,
    agrees,
    stateOf,
  } = await createApprovalWorld();
  const other = await addChild();
  const theirs = await ask(other, 'father@example.com');
  await answer(theirs, agrees);
  await approve('aunt_w');
  await befriend(aunt);
  await befriend(young);
  await published();
  expect(await withdrawForGuardian(ctx, SYSTEM, 'amina')).toBe('amina');
  expect(await getOwnAllowances(ctx, amina)).toMatchObject({ chat: 'off', buying: 'none', canUpload: false, door: { state: 'withdrawn' } });
  expect([await friendship(aunt), await friendship(young), await names()]).toMatchObject([{ state: 'paused' }, { state: 'accepted' }, []]);
  expect((await records(amina.id)).at(-1)).toMatchObject({
    decision: 'withdrawn',
    guardian_email: 'mother@example.com',
    mail_id: null,
    text_version: null,
  });
  expect((await notified(amina.id)).at(-1)).toBe('Your parent or guardian took their yes back');
  expect(await published()).toContainEqual({ kind: 'rights', playerId: amina.id });
  expect(await db.selectFrom('audit_log').select(['action', 'subject_id']).execute()).toEqual([
    { action: 'withdraw-consent', subject_id: amina.id },
  ]);
  expect(await stateOf(theirs)).toBe('given');
  // There is nothing to take back any more, for this one or for somebody whom nobody agreed for.
  for (const name of ['amina', 'young_one']) expect(await codeOf(withdrawForGuardian(ctx, SYSTEM, name))).toBe('not-available');
  expect(await codeOf(withdrawForGuardian(ctx, SYSTEM, 'nobody_has_it'))).toBe('not-found');
  for (const actor of [amina, await world.addPlayer({ role: 'moderator' })])
    expect(await codeOf(withdrawForGuardian(ctx, actor, 'amina'))).toBe('not-allowed');
  expect(await db.selectFrom('audit_log').selectAll().execute()).toHaveLength(1);
});
