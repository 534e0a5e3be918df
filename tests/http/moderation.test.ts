import { expect, test } from 'vitest';
import { follow, open, press, wordsOf } from './page.ts';
import { signedIn, visitor } from './person.ts';
import { openSite } from './site.ts';

// What moderators do about games, by forms and links, without JavaScript. With it: tests/e2e/moderators.spec.ts.

test('a hidden game is gone from every list, page and answer at once, also where it was just seen; restored it is back', async () => {
  const site = await openSite();
  const [amina, mod, somebody] = [await signedIn(site), await signedIn(site, 'moderator'), visitor(site)];
  const own = ['/games/volcano-dash', '/api/v1/games/volcano-dash'];
  const lists = ['/api/v1/search?q=volcano', '/games?genre=Obby', '/games?q=volcano', '/sitemap-games.xml?after='];
  // Where it stands among the first, or does not.
  const alsoSeen = ['/', '/games', '/games?genre=Action'];
  const whereItIs = async () => {
    const seen: string[] = [];
    for (const address of [...own, ...lists, ...alsoSeen]) {
      const answer = await somebody.get(address);
      const text = await answer.text();
      if (own.includes(address) ? answer.status === 200 : text.includes('volcano-dash')) seen.push(address);
      expect([address, answer.status]).toEqual([address, own.includes(address) && !seen.includes(address) ? 404 : 200]);
    }
    return seen;
  };
  // What visitors see alike is kept for seconds: all of this is in memory now.
  expect(await whereItIs()).toEqual(expect.arrayContaining([...own, ...lists]));
  const sent = await press(amina, await open(amina, '/games/volcano-dash'), 'Submit Report', { reason: 'inappropriate_content' });
  expect(wordsOf(sent.html)).toContain('Thank you for your report. We will review it shortly.');

  const queue = await open(mod, '/moderation');
  expect(wordsOf(queue.html)).toContain('1 report waits.');
  const game = await follow(mod, queue, /Volcano Dash/);
  const unsaid = await press(mod, game, 'Hide the game', { note: '' });
  expect(unsaid.status).toBe(400);
  expect(wordsOf(unsaid.html)).toContain('Write a short note: why?');
  expect((await somebody.get('/games/volcano-dash')).status).toBe(200);
  const hidden = await press(mod, game, 'Hide the game', { note: 'Checked: the word is there.' });
  expect(wordsOf(hidden.html)).toContain('It is gone from every list, search, page and player.');
  expect(await whereItIs()).toEqual([]);
  expect(wordsOf((await open(amina, '/notifications/list')).html)).toContain('Your report helped: Volcano Dash');

  const restored = await press(mod, await open(mod, game.at.href), 'Restore the game', { note: 'The maker took the word out.' });
  expect(wordsOf(restored.html)).toContain('Players find it again.');
  expect(await whereItIs()).toEqual(expect.arrayContaining([...own, ...lists]));
});
