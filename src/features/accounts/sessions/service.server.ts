import { parseCookie, stringifySetCookie } from 'cookie';
import type { AppContext } from '../../../context.server.ts';
import { tokenHash } from '../../../infra/auth/hashed-sessions.ts';
import type { Actor } from '../../../shared/permissions.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import { isSecondStepWaived, LAST_USED_INTERVAL_MINUTES } from './rules.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteAllSessions,
  findSessionOwner,
  findSessionByHash,
  findActiveBan,
  findAccountEnd,
  findActiveSessions,
  touchSession,
  type SessionRow,
} from './queries.server.ts';
import { urlForAvatar } from '../../../shared/avatar-url.ts';

/** `isRemembered`: it lasts after the browser closes. `unread`: the player's unread notifications. */
export type CurrentSession = { sessionHash: string; actor: Actor; viewer: Viewer; isRemembered: boolean; unread: number };

/**
 * Identifies the sender of a request by the session cookie.
 * @param cookies the Cookie header.
 * @returns null for a visitor, also if the session has expired.
 */
export async function authenticate(ctx: AppContext, cookies: string): Promise<CurrentSession | null> {
  const token = readSessionToken(ctx, cookies);
  if (token === null) return null;
  const now = ctx.now();
  const hash = tokenHash(token);
  const row = await findSessionByHash(ctx.queryPrepared, hash, now);
  if (!row) return null;
  if (now.getTime() - row.updated_at.getTime() > LAST_USED_INTERVAL_MINUTES * 60_000) {
    // The request must not fail because the last-used time could not be saved.
    await touchSession(ctx.db, row.id, now).catch((error: unknown) => ctx.log.warn({ err: error }, 'a session was not touched'));
  }
  const isWaived = !row.second_step && isSecondStepWaived(ctx.config.mode, row);
  const actor = toActor(row, row.second_step || isWaived);
  const viewer = { ...toViewer(row), ...(isWaived && { isSecondStepWaived: true as const }) };
  return { sessionHash: hash, actor, viewer, isRemembered: row.remembered, unread: row.unread };
}

/** The rights of the team are withheld until the session passed the second step. */
function toActor({ player_id: id, role, premium, deletes_at, age_band }: SessionRow, hasPassed: boolean): Actor {
  if (deletes_at !== null) return { kind: 'leaving', id };
  if (age_band === null) return { kind: 'age-unknown', id };
  if (role === 'player' || hasPassed) return { kind: 'player', id, role, premium, band: age_band };
  return { kind: 'player', id, role: 'player', premium, band: age_band, withheldRole: role };
}

/** Which of these sessions are still active. @param hashes token hashes */
export async function filterActiveSessions(ctx: AppContext, hashes: string[]): Promise<Set<string>> {
  return hashes.length === 0 ? new Set() : findActiveSessions(ctx.db, hashes, ctx.now());
}

/** Ends the session in these cookies and notifies its open tabs. @param cookies a Cookie header */
export async function endSession(ctx: AppContext, cookies: string): Promise<void> {
  const token = readSessionToken(ctx, cookies);
  if (token === null) return;
  await deleteSession(ctx.db, tokenHash(token));
  ctx.bus.publish({ kind: 'signed-out', sessionHash: tokenHash(token) });
}

/** A ban as the page shows it. `until` is ISO, null: until it is lifted. */
type Ban = { until: string | null; why: string };

/**
 * Why nobody may sign in to an account: its player is banned, its deletion date has passed, or it is closed because its player is under 13.
 */
export type SignInRefusal = { reason: 'banned'; ban: Ban } | { reason: 'deletion-due' | 'under-13' };

/**
 * Ends a session that was just created if nobody may sign in to the account.
 * @param cookies a Cookie header. @returns why, or null if the session goes on
 */
export async function endRefusedSession(ctx: AppContext, cookies: string): Promise<SignInRefusal | null> {
  const token = readSessionToken(ctx, cookies);
  const playerId = token === null ? null : await findSessionOwner(ctx.db, tokenHash(token));
  const refusal = playerId === null ? null : await findRefusal(ctx, playerId);
  if (refusal !== null) await endSession(ctx, cookies);
  return refusal;
}

async function findRefusal(ctx: AppContext, playerId: string): Promise<SignInRefusal | null> {
  const ban = await findActiveBan(ctx.db, playerId, ctx.now());
  if (ban !== null) return { reason: 'banned', ban: { until: ban.until?.toISOString() ?? null, why: ban.why } };
  const end = await findAccountEnd(ctx.db, playerId);
  if (end?.deletes_at && end.deletes_at <= ctx.now()) return { reason: 'deletion-due' };
  return end?.closed_as == null ? null : { reason: 'under-13' };
}

/**
 * Ends the player's sessions on other devices and notifies their open tabs.
 * @param cookies a Cookie header with the session to keep. @returns the number of sessions.
 */
export async function endOtherSessions(ctx: AppContext, playerId: string, cookies: string): Promise<number> {
  const ended = await deleteOtherSessions(ctx.db, playerId, tokenHash(readSessionToken(ctx, cookies) ?? ''));
  for (const sessionHash of ended) ctx.bus.publish({ kind: 'signed-out', sessionHash });
  if (ended.length > 0) ctx.logSecurity('session_expired', [playerId, 'revoked']);
  return ended.length;
}

/** Ends every session of a player and notifies their open tabs. */
export async function endAllSessions(ctx: AppContext, playerId: string): Promise<void> {
  const ended = await deleteAllSessions(ctx.db, playerId);
  if (ended > 0) ctx.logSecurity('session_expired', [playerId, 'revoked']);
  ctx.bus.publish({ kind: 'player-out', playerId });
}

/** The session token in a Cookie header, or null. The signature is not checked: only tokens that were issued have a row. */
export function readSessionToken(ctx: AppContext, cookies: string): string | null {
  const value = readCookie(cookies, ctx.cookie.name);
  const token = value?.split('.')[0];
  return token && /^[\w-]{16,128}$/.test(token) ? token : null;
}

/** One cookie from a Cookie header. If several have the same name, the first one wins: the browser sends the most specific path first. */
export function readCookie(cookies: string, name: string): string | null {
  return parseCookie(cookies)[name] ?? null;
}

/** The full name of a cookie. Over HTTPS it gets the __Host- prefix, so that only this host can set it. */
export function prefixedCookieName(ctx: AppContext, name: string): string {
  return ctx.cookie.name.startsWith('__Host-') ? `__Host-${name}` : name;
}

/** A Set-Cookie line. The path is always `/`, because the browser requests `/page.data` as well as `/page`. @param seconds 0 removes it */
export function serializeCookie(ctx: AppContext, name: string, value: string, seconds: number): string {
  return stringifySetCookie({
    name: prefixedCookieName(ctx, name),
    value,
    path: '/',
    maxAge: seconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: ctx.cookie.secure,
  });
}

function toViewer(row: {
  player_id: string;
  username: string;
  display_name: string;
  avatar_url: string | null;
  role: Viewer['role'];
}): Viewer {
  return {
    id: row.player_id,
    username: row.username,
    displayName: row.display_name,
    avatar: urlForAvatar(row.player_id, row.avatar_url),
    role: row.role,
  };
}
