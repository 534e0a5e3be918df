import { expect, test } from 'vitest';
import { followLink, open, submitForm, textOf } from './page.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite } from './site.ts';

// A player's own pages, without JavaScript. With JavaScript: tests/e2e/library.spec.ts.

test('the profile asks visitors to sign in, and brings them back', async () => {
  const answer = await createVisitorClient(await openSite()).get('/profile?tab=history');
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toMatch(/^\/login\?returnUrl=%2Fprofile%3Ftab%3Dhistory/);
});

test('without JavaScript: favorites, stars, a report, the bell and the history', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  const game = `${site.origin}/games/kite-club`;
  const favored = await submitForm(me, await open(me, game), 'Favorite');
  expect(favored.at.href).toBe(game);
  expect(textOf(favored.html)).toContain('Favorited');
  expect(await site.query('select game_id from favorites where player_id = $1', [me.known.id])).toEqual([{ game_id: 'kite-club' }]);

  await site.query(`insert into play_times (player_id, game_id, seconds, counted_to) values ($1, 'kite-club', 90, now())`, [me.known.id]);
  const rated = await submitForm(me, await open(me, game), 'Save my stars', { stars: '5' });
  expect(textOf(rated.html)).toContain('You gave 5 stars');

  const reported = await submitForm(me, rated, 'Submit Report', { reason: 'spam' });
  expect(textOf(reported.html)).toContain('Thank you for your report. We will review it shortly.');

  const bell = await followLink(me, reported, 'Notifications, 1 unread');
  expect(bell.at.pathname).toBe('/notifications/list');
  expect(textOf(bell.html)).toContain('Game Report: Kite Club');
  const read = await submitForm(me, bell, 'Mark all read');
  expect(textOf(read.html)).not.toContain('Mark all read');

  await site.query(`insert into play_history (id, player_id, game_id, played_at) values (gen_random_uuid(), $1, 'kite-club', now())`, [
    me.known.id,
  ]);
  const history = await open(me, '/profile?tab=history');
  expect(textOf(history.html)).not.toContain('No games played yet');
  expect(textOf((await submitForm(me, history, 'Clear history')).html)).toContain('No games played yet');
});

test('a play without a network counts for who played: a visitor’s for nobody, whoever sends it', async () => {
  const site = await openSite();
  const [me, other] = [await createPlayerClient(site), await createPlayerClient(site)];
  const send = async (person: HttpClient, who: string) => {
    const late = crypto.randomUUID();
    const { status } = await person.post('/games/kite-club/plays', { late, at: String(Date.now()), who });
    return [status, await site.query(`select player_id from plays where id = $1`, [late])];
  };
  expect(await send(createVisitorClient(site), '')).toEqual([200, [{ player_id: null }]]);
  expect(await send(me, '')).toEqual([200, [{ player_id: null }]]);
  expect(await site.query(`select game_id from play_history where player_id = $1`, [me.known.id])).toEqual([]);
  expect(await send(me, me.known.id)).toEqual([200, [{ player_id: me.known.id }]]);
  expect(await site.query(`select game_id from play_history where player_id = $1`, [me.known.id])).toEqual([{ game_id: 'kite-club' }]);
  expect(await send(createVisitorClient(site), me.known.id)).toEqual([401, []]);
  expect(await send(other, me.known.id)).toEqual([403, []]);
});
