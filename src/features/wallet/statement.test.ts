import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import StatementPage, { loader } from './pages/statement.tsx';
import { postEntry } from './service.server.ts';

/** What the page's loader returns or throws for a URL. */
async function load(world: World, actor: Actor, address: string) {
  const site = { ctx: world.ctx, actor, viewer: actor.kind === 'player' ? {} : null, requestId: 'one' };
  const args = { request: new Request(`http://localhost${address}`), params: {}, context: { get: () => site } };
  return loader(args as unknown as Parameters<typeof loader>[0]);
}

/** The server-rendered page, before any script runs. */
function html(loaderData: Awaited<ReturnType<typeof load>>): string {
  const props = { loaderData } as ComponentProps<typeof StatementPage>;
  return renderToStaticMarkup(createElement(MemoryRouter, null, createElement(StatementPage, props)));
}

test('the statement is all there without a script: amounts, balances, and links to further pages', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  await world.ctx.db.transaction().execute(async (trx) => {
    for (let n = 1; n <= 21; n++)
      await postEntry(world.ctx, trx, {
        playerId: amina.id,
        amount: 1000,
        source: 'pack',
        sourceRef: `pack ${n}`,
        note: n === 21 ? '<b>bold</b>' : '',
      });
    await postEntry(world.ctx, trx, { playerId: amina.id, amount: -1500, source: 'purchase', sourceRef: 'hat' });
  });
  const first = await load(world, amina, '/robux/statement');
  const page = html(first);
  for (const shown of ['Your kiddocash', '<b>19,500</b>', '\u22121,500', '+1,000', '21,000', '&lt;b&gt;bold&lt;/b&gt;', 'href="/robux"'])
    expect(page).toContain(shown);
  expect(page.match(/<tr>/g)).toHaveLength(21);
  expect(page).not.toContain('href="/robux/statement"');
  const [older] = /\/robux\/statement\?after=[^"]+/.exec(page) ?? [];
  const last = html(await load(world, amina, older ?? ''));
  expect(last.match(/<tr>/g)).toHaveLength(3);
  expect(last).toContain('href="/robux/statement"');
  expect(last).not.toContain('?after=');
  // A player without entries, and a link to a page past the last entry.
  const nothing = { statement: { balance: 0, items: [], next: null }, isStart: true };
  expect(html(nothing)).toContain('Nothing here yet');
  expect(html({ ...nothing, isStart: false })).toContain('There is nothing older.');
});

test('who is not signed in is asked to, and comes back', async () => {
  const world = await createWorld();
  const thrown = await load(world, VISITOR, '/robux/statement').catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Response);
  expect((thrown as Response).headers.get('location')).toBe('/login?returnUrl=%2Frobux%2Fstatement');
});
