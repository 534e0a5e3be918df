import type { Context } from '../../../context.server.ts';
import { tokenHash } from '../../../infra/sign-in/hashed-sessions.ts';
import { FORGET_SECONDS } from '../../../infra/sign-in/sign-in.ts';
import type { Actor } from '../../../shared/permissions.ts';
import type { Viewer } from '../schema.ts';
import { avatarOf, TOUCH_MINUTES } from './rules.ts';
import { sessionByHash, touchSession } from './queries.server.ts';

export type Present = { sessionId: string; actor: Actor; viewer: Viewer };

/**
 * Who sent this request, by the session's cookie.
 * @param cookies the Cookie header.
 * @returns null for a visitor, also when the session is over.
 */
export async function whoIs(ctx: Context, cookies: string): Promise<Present | null> {
  const token = sessionToken(ctx, cookies);
  if (token === null) return null;
  const now = ctx.now();
  const row = await sessionByHash(ctx.prepared, tokenHash(token), now);
  if (!row) return null;
  if (now.getTime() - row.updated_at.getTime() > TOUCH_MINUTES * 60_000) {
    // 'Until the browser closes' ends a day after the last use; a remembered one ends when it was said to.
    const end = row.remembered ? null : new Date(now.getTime() + FORGET_SECONDS * 1000);
    // Who is there does not hang on whether that can be noted.
    await touchSession(ctx.db, row.id, now, end).catch((error: unknown) => ctx.log.warn({ err: error }, 'a session was not touched'));
  }
  const actor: Actor = { kind: 'player', id: row.player_id, role: row.role, premium: false };
  return { sessionId: row.id, actor, viewer: present(row) };
}

/** The session's token in a Cookie header, or null. Its signature is not looked at: only a token that was given out has a row. */
export function sessionToken(ctx: Context, cookies: string): string | null {
  const value = cookieOf(cookies, ctx.cookie.name);
  const token = value?.split('.')[0];
  return token && /^[\w-]{16,128}$/.test(token) ? token : null;
}

/** One cookie of a Cookie header; of several with one name the first, as the browser means it. */
export function cookieOf(cookies: string, name: string): string | null {
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
export function ownCookieName(ctx: Context, name: string): string {
  return ctx.cookie.name.startsWith('__Host-') ? `__Host-${name}` : name;
}

/** A cookie of ours as a Set-Cookie line. For every path: the browser asks `/page.data` beside `/page`. @param seconds 0 removes it */
export function ownCookie(ctx: Context, name: string, value: string, seconds: number): string {
  return `${ownCookieName(ctx, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${ctx.cookie.secure ? '; Secure' : ''}`;
}

function present(row: {
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
    avatar: avatarOf(row.player_id, row.avatar_url),
    role: row.role,
  };
}
