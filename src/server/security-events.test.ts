import { sql } from 'kysely';
import { redirect } from 'react-router';
import { expect, test } from 'vitest';
import { moderate } from '../../tests/moderate.ts';
import { createLiveSite, openTab } from '../../tests/live-site.ts';
import { createPaymentsPages, type RouteModule } from '../../tests/pages.ts';
import { createBuild, serveSite } from '../../tests/served-site.ts';
import { getTotpCode } from '../../tests/totp.ts';
import { createWorld, type SecurityLine, type World } from '../../tests/world.ts';
import { requestPasswordReset, resetPassword } from '../features/accounts/password-reset.service.server.ts';
import { signIn, signOut, signUp } from '../features/accounts/service.server.ts';
import { changeRole, createOperator } from '../features/accounts/staff/service.server.ts';
import { verifyTwoFactorCode } from '../features/accounts/two-factor.service.server.ts';
import { getPictureFile } from '../features/avatars/service.server.ts';
import { MESSAGES_PER_MINUTE } from '../features/chat/messages.rules.ts';
import {
  cancelAccountDeletion,
  requestAccountDeletion,
  requestDeletionForParent,
} from '../features/settings/account-deletion/service.server.ts';
import { confirmEmailChange } from '../features/settings/account/service.server.ts';
import { eraseDueAccounts } from '../features/settings/erasure/service.server.ts';
import { handleSettingsForm } from '../features/settings/service.server.ts';
import { getReceipt } from '../features/subscriptions/service.server.ts';
import type { ClientInfo } from '../infra/auth/auth.ts';
import { logAuditHead } from '../features/audit-log/chain/service.server.ts';
import { SECURITY_EVENTS } from '../infra/security-log.ts';
import { SYSTEM, VISITOR } from '../shared/permissions.ts';
import { createConnectionLimiter } from './live/connection-limiter.ts';

const ADDRESS = '203.0.113.77';
const BROWSER = 'Mozilla/5.0 (Tests) Kivinjari/7';
/** What nobody may find in the log: what is typed and sent in these tests, and what is known of a player beside the id. */
const PERSONAL = [ADDRESS, '127.0.0.1', BROWSER, 'amina', 'Amina W', '@', 'secret', 'guess', 'nobody-has-this-name', 'be kind', 'evil'];

const visit = (cookies: string[] = []): ClientInfo => ({
  address: ADDRESS,
  userAgent: BROWSER,
  cookies: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
  requestId: '0123456789abcdef',
});

/** Takes the lines so far: each event, with labels in place of ids, and its details. */
function take({ securityEvents }: World, labels: Record<string, string> = {}): string[] {
  return securityEvents.splice(0).map((line: SecurityLine) => {
    const text = JSON.stringify(line);
    for (const each of PERSONAL) expect(text).not.toContain(each);
    expect(line).toMatchObject({ type: 'security', appid: 'kiddo', datetime: expect.stringMatching(/^[\d-]{10}T[\d:.]{12}Z$/) });
    const event = Object.entries(labels).reduce((rest, [id, label]) => rest.replaceAll(id, label), line.event);
    const details = ['method', 'reason', 'limit', 'resource'].flatMap((name) => line[name] ?? []);
    return [event.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'new'), ...details].join(' ');
  });
}

const SIGN_IN_LINES = [
  'user_created:new,new,player password',
  'authn_login_fail:unknown password wrong-password',
  'authn_login_fail:PLAYER password wrong-password',
  'authn_login_successafterfail:PLAYER,1 password',
  'session_logout:PLAYER',
  'authn_login_success:PLAYER password',
  'authn_login_fail:PLAYER password wrong-password',
  'authn_login_fail_max:PLAYER,8 in-pair',
];

test('signing up, in and out', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina', display_name: 'Amina W' });
  const enter = (identifier: string, password: string) => signIn(world.ctx, VISITOR, { identifier, password }, visit());
  const form = { username: 'amina2', displayName: 'Amina W', email: 'a@example.com', password: 'secret-77x', confirm: 'secret-77x' };
  await signUp(world.ctx, VISITOR, form, visit());
  await enter('nobody-has-this-name', 'guess');
  await enter('amina', 'guess');
  const { cookies } = await enter('amina', 'secret1');
  await signOut(world.ctx, player, visit(cookies));
  await enter('amina@example.com', 'secret1');
  await enter('amina', 'guess');
  await sql`update rate_limit_counters set points = 8 where key like 'in-pair:%'`.execute(world.ctx.db);
  // One line, however often it is tried after that.
  for (let time = 0; time < 3; time++) await enter('amina', 'secret1');
  expect(take(world, { [player.id]: 'PLAYER' })).toEqual(SIGN_IN_LINES);
});

const TWO_STEP_LINES = [
  'authn_login_success:PLAYER password',
  'authn_login_fail:PLAYER code wrong-code',
  'user_updated:PLAYER,PLAYER,two-factor-on',
  'authn_login_fail:PLAYER code wrong-code',
  'authn_login_success:PLAYER code',
  'authn_token_reuse:PLAYER,code code',
  'authn_login_lock:PLAYER,maxretries code',
  'authn_login_fail:unknown code expired-code',
  'user_updated:PLAYER,PLAYER,backup-codes',
  'authn_login_fail:PLAYER reauthentication wrong-password',
  'authn_login_fail:PLAYER reauthentication wrong-code',
  'authn_token_reuse:PLAYER,code reauthentication',
  'user_updated:PLAYER,PLAYER,two-factor-off',
];

test('two-step sign-in', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  const enter = () => signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit());
  const verify = async (code: string) => verifyTwoFactorCode(world.ctx, VISITOR, { code }, visit((await enter()).cookies));
  const here = visit((await enter()).cookies);
  const begun = await handleSettingsForm(world.ctx, player, { do: 'second-begin', current: 'secret1' }, here);
  const key = begun.answer.setUp?.key ?? '';
  await handleSettingsForm(world.ctx, player, { do: 'second-confirm', key, code: '000000' }, here);
  const on = await handleSettingsForm(world.ctx, player, { do: 'second-confirm', key, code: getTotpCode(key) }, here);
  const now = visit(on.cookies);
  await verify('000000');
  const code = getTotpCode(key, 1);
  await verify(code);
  await verify(code);
  await sql`update two_factors set locked_until = now() + interval '1 hour'`.execute(world.ctx.db);
  await verify(getTotpCode(key));
  await verifyTwoFactorCode(world.ctx, VISITOR, { code: '123456' }, visit());
  const ask = async (form: string, current: string, given: string) =>
    (await handleSettingsForm(world.ctx, player, { do: form, current, code: given }, now)).answer;
  const [backupCode = ''] = ('codes' in on.answer && on.answer.codes) || [];
  const renewed = await ask('second-codes', 'secret1', backupCode);
  await ask('second-off', 'guess1', '000000');
  await ask('second-off', 'secret1', '000000');
  await ask('second-off', 'secret1', code);
  await ask('second-off', 'secret1', ('codes' in renewed && renewed.codes?.[0]) || '');
  expect(take(world, { [player.id]: 'PLAYER' })).toEqual(TWO_STEP_LINES);
});

const ACCOUNT_LINES = [
  'authn_login_success:PLAYER password',
  'authn_login_success:PLAYER password',
  'authn_login_fail:PLAYER reauthentication wrong-password',
  'authn_password_change_fail:PLAYER reauthentication wrong-password',
  'authn_password_change:PLAYER reauthentication',
  'authn_login_success:PLAYER password',
  'session_expired:PLAYER,revoked',
  'authn_token_created:PLAYER,password-reset',
  'authn_password_change_fail:unknown email-link invalid-link',
  'authn_password_change:PLAYER email-link',
  'user_updated:PLAYER,PLAYER,email',
];

test('passwords, sessions and the address', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  const enter = async (password: string) => visit((await signIn(world.ctx, VISITOR, { identifier: 'amina', password }, visit())).cookies);
  const here = await enter('secret1');
  await enter('secret1');
  const change = (current: string) =>
    handleSettingsForm(world.ctx, player, { do: 'password', current, password: 'secret2x', confirm: 'secret2x' }, here);
  await change('guess1');
  await change('secret1');
  await enter('secret2x');
  await handleSettingsForm(world.ctx, player, { do: 'others-out' }, here);
  await requestPasswordReset(world.ctx, VISITOR, { email: player.email }, visit());
  const findInMails = async (link: RegExp) => (await world.mails()).map(({ text }) => link.exec(text)?.[1]).find(Boolean) ?? '';
  const token = await findInMails(/token=([\w-]+)/);
  const fields = { password: 'secret3x', confirm: 'secret3x' };
  await resetPassword(world.ctx, VISITOR, `${token.slice(1)}x`, fields, visit());
  await resetPassword(world.ctx, VISITOR, token, fields, visit());
  await handleSettingsForm(world.ctx, player, { do: 'change-email', email: 'amina.w@example.com', password: 'secret3x' }, here);
  await confirmEmailChange(world.ctx, player, await findInMails(/settings\/email\/([\w-]+)/));
  expect(take(world, { [player.id]: 'PLAYER' })).toEqual(ACCOUNT_LINES);
});

const TEAM_LINES = [
  'user_updated:MODERATOR,PLAYER,mute-1h',
  'user_updated:MODERATOR,PLAYER,ban',
  'authn_login_fail:PLAYER password banned',
  'user_updated:MODERATOR,PLAYER,lift',
  'authz_change:PLAYER,player,moderator',
  'user_created:system,new,operator',
];

test('what the team decides about a player', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  const moderator = await world.addPlayer({ role: 'moderator' });
  const decide = (action: string) =>
    moderate(world.ctx, moderator, player.id, { action, why: 'Please be kind', note: 'be kind', seen: '' });
  await decide('mute-1h');
  await decide('ban');
  await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit());
  await decide('lift');
  await changeRole(world.ctx, SYSTEM, 'amina', 'moderator');
  await createOperator(world.ctx, SYSTEM, { email: 'amina.boss@example.com', username: 'amina_boss', displayName: 'Amina W' });
  expect(take(world, { [player.id]: 'PLAYER', [moderator.id]: 'MODERATOR' })).toEqual(TEAM_LINES);
});

const DELETION_LINES = [
  'user_archived:PLAYER,PLAYER',
  'user_updated:PLAYER,PLAYER,deletion-cancelled',
  'user_archived:system,PLAYER',
  'user_deleted:system,PLAYER',
];

test('an account that is deleted', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  await requestAccountDeletion(world.ctx, player, { current: 'secret1' }, visit());
  await cancelAccountDeletion(world.ctx, { kind: 'leaving', id: player.id });
  // A second request changes nothing.
  for (let time = 0; time < 2; time++) await requestDeletionForParent(world.ctx, SYSTEM, 'amina');
  world.advanceClock(15 * 86_400);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  expect(take(world, { [player.id]: 'PLAYER' })).toEqual(DELETION_LINES);
});

const REFUSAL_LINES = [
  'authz_fail:PLAYER,payment:read-all',
  'authz_fail:visitor,message:reply',
  'input_validation_fail:on,PLAYER',
  'malicious_direct_reference:PLAYER receipt',
  'malicious_direct_reference:PLAYER picture',
  'excess_rate_limit_exceeded:PLAYER,20 messages',
];

const MODULES = import.meta.glob<RouteModule>('../features/{contact/admin,library,payment-admin}/pages/{message,favorite,payments}.tsx', {
  eager: true,
});
const [message = {}, favorite = {}, payments = {}] = [
  'contact/admin/pages/message',
  'library/pages/favorite',
  'payment-admin/pages/payments',
].map((file) => MODULES[`../features/${file}.tsx`]);

test('what is refused to players and visitors', async () => {
  const { world, ctx, player, get, post, buy } = await createPaymentsPages();
  const other = await world.addPlayer();
  const game = await world.addGame();
  await get(payments, '/operator/payments', player);
  await post(message, { do: 'answer', text: 'be kind', key: ctx.newId(), seen: '0' }, VISITOR, { id: ctx.newId() });
  // A visitor who comes to what is a player's own is asked to sign in, which is nothing to worry about.
  await post(favorite, { on: 'yes' }, VISITOR, { id: game });
  await post(favorite, { on: 'evil' }, player, { id: game });
  const reference = await buy(other, 'premium', 'mpesa');
  await expect(getReceipt(ctx, player, reference)).rejects.toMatchObject({ code: 'not-found' });
  const upload = { id: ctx.newId(), player_id: other.id, picture: 'avatars/x.webp', created_at: ctx.now() };
  await ctx.db.insertInto('avatar_uploads').values(upload).execute();
  await expect(getPictureFile(ctx, player, upload.id)).rejects.toMatchObject({ code: 'not-found' });
  for (let time = 0; time < 22; time++) await ctx.rateLimiter.consume(MESSAGES_PER_MINUTE, player.id).catch(() => {});
  expect(take(world, { [player.id]: 'PLAYER' })).toEqual(REFUSAL_LINES);
});

const REQUEST_LINES = [
  'malicious_csrf other-origin',
  'malicious_csrf no-origin',
  'input_validation_fail:webhook-signature,till',
  'authz_fail:visitor,team-page',
  'excess_rate_limit_exceeded:visitor,1 api',
];

/** Pages of which the team's sends visitors to the login page. */
const PAGES = createBuild({
  operator: { loader: () => redirect('/login') },
  login: { loader: () => new Response('') },
});

test('what is refused before anybody is asked who they are', async () => {
  const world = await createWorld({ API_RATE: '1' });
  const origin = await serveSite({ ctx: world.ctx, pages: PAGES, assets: new Map() });
  const ask = async (path: string, given: RequestInit = {}, from: Record<string, string> = {}) => {
    const headers = { 'user-agent': BROWSER, ...from };
    return (await fetch(`${origin}${path}`, { redirect: 'manual', ...given, headers })).status;
  };
  const form = { method: 'POST', body: new URLSearchParams({ identifier: 'amina', password: 'guess' }) };
  expect(await ask('/login', form, { origin: 'https://evil.example' })).toBe(403);
  expect(await ask('/login', form)).toBe(403);
  expect(await ask('/webhooks/till', { method: 'POST', body: '{"evil":true}' })).toBe(401);
  expect(await ask('/operator?q=evil')).toBe(302);
  expect(await ask('/login')).toBe(200);
  expect([await ask('/api/v1/genres'), await ask('/api/v1/genres'), await ask('/api/v1/genres')]).toEqual([200, 429, 429]);
  for (const { requestId } of world.securityEvents) expect(requestId).toMatch(/^[\da-f]{16}$/);
  expect(take(world)).toEqual(REQUEST_LINES);
});

const LIVE_LINES = ['malicious_cors', 'excess_rate_limit_exceeded:visitor,2000 live-connections'];

test('live connections that are refused', async () => {
  const here = await createLiveSite();
  const tab = openTab(here, 'kiddo_session=guess', { origin: 'https://evil.example' });
  await tab.closed;
  const limiter = createConnectionLimiter((max) =>
    here.world.ctx.logSecurity('excess_rate_limit_exceeded', ['visitor', max], { limit: 'live-connections' }),
  );
  while (limiter.acquire(ADDRESS));
  expect(take(here.world)).toEqual(LIVE_LINES);
});

test('the head of the audit log’s chain', async () => {
  const world = await createWorld();
  await logAuditHead(world.ctx);
  expect(world.securityEvents).toEqual([]);
  await world.addPlayer({ username: 'amina' });
  await changeRole(world.ctx, SYSTEM, 'amina', 'moderator');
  await logAuditHead(world.ctx);
  expect(world.securityEvents.at(-1)?.event).toMatch(/^sys_audit_head:1,[0-9a-f]{64}$/);
});

test('these tests see every event of the security log', () => {
  const seen = [
    ['sys_audit_head'],
    SIGN_IN_LINES,
    TWO_STEP_LINES,
    ACCOUNT_LINES,
    TEAM_LINES,
    DELETION_LINES,
    REFUSAL_LINES,
    REQUEST_LINES,
    LIVE_LINES,
  ].flat();
  expect(new Set(seen.map((line) => line.split(/[: ]/)[0]))).toEqual(new Set(Object.keys(SECURITY_EVENTS)));
});
