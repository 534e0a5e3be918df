import { sql, type Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { bodyOf, help, openEditor } from '../../../../tests/text-editor.ts';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { formatLongDate } from '../../../shared/date-format.ts';
import type { TextSource } from '../markdown/schema.ts';
import { getHelpArticle, getPage } from '../service.server.ts';
import { insertVersion } from '../versions/queries.server.ts';
import { getShippedTexts } from '../versions/service.server.ts';
import { createText } from './service.server.ts';
import { getTextList, getVersions } from './views.service.server.ts';

// What is refused, and what is kept, where a text would harm the site or say what is not true.

/** Publishes a text as an earlier build did: what this one asks for is not asked. */
const publishAsBefore = (ctx: AppContext, { kind, slug, front, body }: TextSource, base: string | null, number = 1) =>
  insertVersion(ctx.db as Transaction<DB>, {
    id: ctx.newId(),
    kind,
    slug,
    front,
    body,
    base,
    number,
    state: 'published',
    saved_by: null,
    saved_at: ctx.now(),
  });
const shippedText = (key: string) => getShippedTexts().get(key) as TextSource;

test('a text that the parser would not come to the end of is refused, also as a draft; one that is stored can be opened', async () => {
  const { ctx, operator, view, change } = await openEditor();
  const bombs = [
    `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'x\n'.repeat(5000)}`,
    `${'> '.repeat(6000)}x`,
    `${'*'.repeat(500)}\n`.repeat(60),
    '{{ageTable}}\n\n'.repeat(2000),
  ];
  for (const body of bombs)
    for (const action of ['save', 'publish'])
      expect([body.slice(0, 9), await change(help, { body }, action)]).toEqual([
        body.slice(0, 9),
        expect.objectContaining({ ok: false, code: 'unfit', values: expect.objectContaining({ body }) }),
      ]);
  await publishAsBefore(ctx, { ...shippedText(help), body: bombs[1] ?? '' }, null);
  expect((await view(help)).check.problems).toEqual([{ line: 1, message: expect.stringContaining('20 quotes') }]);
  expect((await getVersions(ctx, operator, 'help', 'kiddocash', '1')).selected?.problems).toHaveLength(1);
  ctx.bus.publish({ kind: 'texts' });
  await expect.poll(async () => (await view(help)).status).toBe('broken');
  expect((await getHelpArticle(ctx, 'kiddocash')).article.title).toBe('Kiddocash');
});

test('a page that the site needs cannot be emptied, and is short only on purpose', async () => {
  const { ctx, operator, send, view, change } = await openEditor();
  const problemsOf = async (key: string, body: string) => {
    const refused = await change(key, { body });
    return refused.ok ? [] : (refused.check?.problems.map(({ message }) => message) ?? []);
  };
  expect(await problemsOf('page/terms', '# Short\n\n# Exact\n\n{{support}}')).toEqual([expect.stringContaining('“Short”')]);
  for (const slug of ['privacy', 'cookies', 'safety', 'help-center'])
    expect(await problemsOf(`page/${slug}`, ' ')).toContainEqual(expect.stringContaining('no words'));
  expect(await problemsOf('page/parents', bodyOf('page/parents').replace('{{ageTable}}', '```\n{{ageTable}}\n```'))).toEqual([
    expect.stringContaining('{{ageTable}}'),
  ]);
  // A form without the text is none that empties it.
  await expect(send('page/about', { do: 'publish', shown: '0', title: 'About' })).rejects.toMatchObject({ code: 'bad-input' });

  const short = '# One\n\nKiddo.\n\n# Two\n\nKiddo.\n\n# Three\n\n{{support}}\n';
  expect(await change('page/about', { body: short })).toMatchObject({
    ok: false,
    code: 'unfit',
    fieldErrors: { short: expect.any(String) },
    check: { problems: [], isShort: true },
  });
  expect(await change('page/about', { body: short }, 'save')).toMatchObject({ ok: true, shown: 1 });
  expect(await send('page/about', { do: 'restore', version: '1', shown: '1' })).toMatchObject({
    fieldErrors: { short: expect.any(String) },
  });
  const { fields, shown } = await view('page/about');
  const form = { ...(fields as Record<string, string>), do: 'publish', shown: String(shown), short: 'yes' };
  expect(await send('page/about', form)).toMatchObject({ ok: true });
  expect((await getVersions(ctx, operator, 'page', 'about', '1')).selected?.isShort).toBe(true);
});

test('no other text vanishes or goes back because the topics of the help page changed, and what the code leads to is not withdrawn', async () => {
  const { ctx, operator, send, view, change } = await openEditor();
  const topics = bodyOf('page/help');
  await change('page/help', { body: `${topics}\n# Zebras\n\n![Zebra](${/\((\/stickers[^)]+)/.exec(topics)?.[1]})\n\nAll of them.\n` });
  await createText(ctx, operator, { kind: 'help', title: 'Stripes' });
  const stripes = { topic: 'zebras', description: 'What the stripes are good for.', body: 'For hiding.' };
  expect(await change('help/stripes', stripes)).toMatchObject({ ok: true });
  expect(await change(help, { topic: 'zebras', title: 'Coins' })).toMatchObject({ ok: true });
  for (const back of [await change('page/help', { body: topics }), await send('page/help', { do: 'restore', version: '0', shown: '1' })])
    expect(back).toMatchObject({
      ok: false,
      code: 'unfit',
      check: { problems: ['/help/kiddocash', '/help/stripes'].map((path) => ({ line: null, message: expect.stringContaining(path) })) },
    });
  expect((await getHelpArticle(ctx, 'stripes')).article.topic.title).toBe('Zebras');
  expect((await view('help/chat-rules')).canWithdraw).toBe(false);
  await expect(send('help/chat-rules', { do: 'withdraw', shown: '0' })).rejects.toMatchObject({ code: 'bad-input' });
});

test('the day of the last change is the day on which people began to see what they see', async () => {
  const { world, ctx, send, view, change } = await openEditor();
  const updated = async () => (await getPage(ctx, 'terms')).updated;
  const today = () => formatLongDate(ctx.now().toISOString());
  const body = bodyOf('page/terms');
  await change('page/terms', { body: `${body}\nOne line more.\n` });
  const first = today();
  world.advanceClock(3 * 86_400);
  // A draft on top that says the same is put aside, and changes nothing.
  await change('page/terms', {}, 'save');
  expect(await change('page/terms', {})).toMatchObject({ ok: true, shown: 3 });
  expect(await updated()).toBe(first);
  await change('page/terms', { body: `${body}\nAnother line.\n` });
  world.advanceClock(3 * 86_400);
  await send('page/terms', { do: 'restore', version: '1', shown: '4' });
  expect(await updated()).toBe(today());
  world.advanceClock(3 * 86_400);
  await send('page/terms', { do: 'restore', version: '0', shown: '5' });
  expect([await updated(), (await view('page/terms')).status]).toEqual([today(), 'shipped']);
});

test('after an update of the site a text that lacks what the site needs is marked and not kept; a name that stands for nothing is not shown', async () => {
  const { ctx, operator, send, change } = await openEditor();
  const parents = shippedText('page/parents');
  await publishAsBefore(ctx, { ...parents, body: parents.body.replace('{{ageTable}}', 'Nothing.') }, '0'.repeat(64));
  await publishAsBefore(ctx, { ...shippedText(help), body: 'Write to {{phone}}.' }, '0'.repeat(64));
  ctx.bus.publish({ kind: 'texts' });
  const status = async (slug: string) => (await getTextList(ctx, operator, null)).texts.find((each) => each.slug === slug)?.status;
  await expect.poll(() => status('kiddocash')).toBe('broken');
  expect(await status('parents')).toBe('unfit');
  expect(JSON.stringify(await getHelpArticle(ctx, 'kiddocash'))).not.toContain('{{phone}}');
  expect(await send('page/parents', { do: 'keep', shown: '1' })).toMatchObject({
    ok: false,
    check: { problems: [{ message: expect.stringContaining('{{ageTable}}') }] },
  });
  for (const fields of [{ title: 'Call {{phone}}' }, { body: 'Call {{phone}}.' }])
    expect(await change(help, fields)).toMatchObject({ ok: false, check: { problems: expect.arrayContaining([expect.anything()]) } });
});

test('what people see is known below any number of drafts, and a draft that is kept stays whose it is', async () => {
  const { ctx, operator, other, send, view, change } = await openEditor();
  await change(help, { title: 'Ours' });
  await sql`insert into text_versions (id, kind, slug, number, state, front, body, base, saved_by, saved_at)
    select gen_random_uuid(), kind, slug, number + more, case when more = 1 then 'published' else 'draft' end, front, body, ${'0'.repeat(64)}, ${other.id}, saved_at
    from text_versions, generate_series(1, 250) more`.execute(ctx.db);
  expect(await view(help)).toMatchObject({ status: 'changed', shown: 251, newer: expect.any(Array) });
  const before = (await view(help)).draft;
  await send(help, { do: 'keep', shown: '251' });
  expect((await view(help)).draft).toEqual(before);
  expect([before?.by, (await getVersions(ctx, operator, 'help', 'kiddocash', null)).versions[1]?.by]).toEqual(['Wanjiru', 'Otieno']);
});
