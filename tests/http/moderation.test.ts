import { expect, test } from 'vitest';
import { followLink, open, submitForm, textOf } from './page.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite } from './site.ts';

// Moderation of games, by forms and links, without JavaScript. With JavaScript: tests/e2e/moderators.spec.ts.

test('a hidden game is gone from every list, page and answer at once, also where it was just seen; restored it is back', async () => {
  const site = await openSite();
  const [amina, mod, somebody] = [await createPlayerClient(site), await createPlayerClient(site, 'moderator'), createVisitorClient(site)];
  const own = ['/games/volcano-dash', '/api/v1/games/volcano-dash'];
  const lists = ['/api/v1/search?q=volcano', '/games?genre=Obby', '/games?q=volcano', '/sitemap-games.xml?after='];
  // Pages where it may or may not be among the first.
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
  // Pages that all visitors share are cached for some seconds: now all of these are in memory.
  expect(await whereItIs()).toEqual(expect.arrayContaining([...own, ...lists]));
  const sent = await submitForm(amina, await open(amina, '/games/volcano-dash'), 'Submit Report', { reason: 'inappropriate_content' });
  expect(textOf(sent.html)).toContain('Thank you for your report. We will review it shortly.');

  const queue = await open(mod, '/moderation');
  expect(textOf(queue.html)).toContain('1 report waits.');
  const game = await followLink(mod, queue, /Volcano Dash/);
  const unsaid = await submitForm(mod, game, 'Hide the game', { note: '' });
  expect(unsaid.status).toBe(400);
  expect(textOf(unsaid.html)).toContain('Write a short note: why?');
  expect((await somebody.get('/games/volcano-dash')).status).toBe(200);
  const hidden = await submitForm(mod, game, 'Hide the game', { note: 'Checked: the word is there.' });
  expect(textOf(hidden.html)).toContain('It is gone from every list, search, page and player.');
  expect(await whereItIs()).toEqual([]);
  expect(textOf((await open(amina, '/notifications/list')).html)).toContain('Your report helped: Volcano Dash');

  const restored = await submitForm(mod, await open(mod, game.at.href), 'Restore the game', { note: 'The maker took the word out.' });
  expect(textOf(restored.html)).toContain('Players find it again.');
  expect(await whereItIs()).toEqual(expect.arrayContaining([...own, ...lists]));
});
