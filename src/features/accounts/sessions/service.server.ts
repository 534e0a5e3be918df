import type { AppContext } from '../../../context.server.ts';
import { tokenHash } from '../../../infra/auth/hashed-sessions.ts';
import { SESSION_SECONDS } from '../../../infra/auth/auth.ts';
import type { Actor } from '../../../shared/permissions.ts';
import type { Viewer } from '../schema.ts';
import { urlForAvatar, LAST_USED_INTERVAL_MINUTES } from './rules.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteAllSessions,
  findSessionOwner,
  findSessionByHash,
  findActiveBan,
  findActiveSessions,
  touchSession,
} from './queries.server.ts';

export type CurrentSession = { sessionHash: string; actor: Actor; viewer: Viewer };

/**
 * Who sent this request, by the session's cookie.
 * @param cookies the Cookie header.
 * @returns null for a visitor, also when the session is over.
 */
export async function authenticate(ctx: AppContext, cookies: string): Promise<CurrentSession | null> {
  const token = readSessionToken(ctx, cookies);
  if (token === null) return null;
  const now = ctx.now();
  const hash = tokenHash(token);
  const row = await findSessionByHash(ctx.queryPrepared, hash, now);
  if (!row) return null;
  if (now.getTime() - row.updated_at.getTime() > LAST_USED_INTERVAL_MINUTES * 60_000) {
    // 'Until the browser closes' ends a day after the last use; a remembered one ends when it was said to.
    const end = row.remembered ? null : new Date(now.getTime() + SESSION_SECONDS * 1000);
    // Who is there does not hang on whether that can be noted.
    await touchSession(ctx.db, row.id, now, end).catch((error: unknown) => ctx.log.warn({ err: error }, 'a session was not touched'));
  }
  const actor: Actor =
    row.deletes_at === null
      ? { kind: 'player', id: row.player_id, role: row.role, premium: row.premium }
      : { kind: 'leaving', id: row.player_id };
  return { sessionHash: hash, actor, viewer: toViewer(row) };
}

/** Which of these sessions still stand. @param hashes of their tokens */
export async function filterActiveSessions(ctx: AppContext, hashes: string[]): Promise<Set<string>> {
  return hashes.length === 0 ? new Set() : findActiveSessions(ctx.db, hashes, ctx.now());
}

/** Ends the session in these cookies, here and in every open tab. @param cookies a Cookie header */
export async function endSession(ctx: AppContext, cookies: string): Promise<void> {
  const token = readSessionToken(ctx, cookies);
  if (token === null) return;
  await deleteSession(ctx.db, tokenHash(token));
  ctx.bus.publish({ kind: 'signed-out', sessionHash: tokenHash(token) });
}

/** Why somebody may not come in, as the page says it. `until` is ISO, null: until it is lifted. */
export type Ban = { until: string | null; why: string };

/**
 * Ends a session that was just given out where its player is banned.
 * @param cookies a Cookie header. @returns the ban, or null for who may come in
 */
export async function endSessionIfBanned(ctx: AppContext, cookies: string): Promise<Ban | null> {
  const token = readSessionToken(ctx, cookies);
  const playerId = token === null ? null : await findSessionOwner(ctx.db, tokenHash(token));
  const ban = playerId === null ? null : await findActiveBan(ctx.db, playerId, ctx.now());
  if (ban === null) return null;
  await endSession(ctx, cookies);
  return { until: ban.until?.toISOString() ?? null, why: ban.why };
}

/** Ends the player's sessions on other phones and computers, and tells their open tabs. @param cookies a Cookie header: the one that stays */
export async function endOtherSessions(ctx: AppContext, playerId: string, cookies: string): Promise<number> {
  const ended = await deleteOtherSessions(ctx.db, playerId, tokenHash(readSessionToken(ctx, cookies) ?? ''));
  for (const sessionHash of ended) ctx.bus.publish({ kind: 'signed-out', sessionHash });
  return ended.length;
}

/** Ends every session of a player, and tells their open tabs. */
export async function endAllSessions(ctx: AppContext, playerId: string): Promise<void> {
  await deleteAllSessions(ctx.db, playerId);
  ctx.bus.publish({ kind: 'player-out', playerId });
}

/** The session's token in a Cookie header, or null. Its signature is not looked at: only a token that was given out has a row. */
export function readSessionToken(ctx: AppContext, cookies: string): string | null {
  const value = readCookie(cookies, ctx.cookie.name);
  const token = value?.split('.')[0];
  return token && /^[\w-]{16,128}$/.test(token) ? token : null;
}

/** One cookie of a Cookie header; of several with one name the first, as the browser means it. */
export function readCookie(cookies: string, name: string): string | null {
  for (const part of cookies.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) {
      try {
        return decodeURIComponent(part.slice(at + 1).trim());
      } catch {
        return null;
      }
    }
  }
  return null;
}

/** Name of a cookie of ours: over https only this very host can have set it. */
export function prefixedCookieName(ctx: AppContext, name: string): string {
  return ctx.cookie.name.startsWith('__Host-') ? `__Host-${name}` : name;
}

/** A cookie of ours as a Set-Cookie line. For every path: the browser asks `/page.data` beside `/page`. @param seconds 0 removes it */
export function serializeCookie(ctx: AppContext, name: string, value: string, seconds: number): string {
  return `${prefixedCookieName(ctx, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${ctx.cookie.secure ? '; Secure' : ''}`;
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
