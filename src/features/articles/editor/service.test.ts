import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { parseRss } from '../../../../tests/rss.ts';
import { bodyOf, help, note, openEditor } from '../../../../tests/text-editor.ts';
import { createAppContext } from '../../../context.server.ts';
import { listArticlePaths, getBlog, getHelp, getHelpArticle, getPage, getPost, renderBlogFeed } from '../service.server.ts';
import { toFields } from './rules.ts';
import type { TextFields } from './schema.ts';
import { createText } from './service.server.ts';
import { getEditor, getTextList, getVersions } from './views.service.server.ts';

test('what is published is there at once, in lists and in the search; each version can be had back, with its reason in the log', async () => {
  const { ctx, operator, send, change, log } = await openEditor();
  const body = `${bodyOf(help)}\nA zebrafish swims here.\n`;
  expect(await change(help, { title: 'Coins of Kiddo', body })).toEqual({ ok: true, do: 'publish', shown: 1, planned: null, warnings: [] });
  expect((await getHelpArticle(ctx, 'kiddocash')).article.title).toBe('Coins of Kiddo');
  expect((await getHelp(ctx, 'help', 'zebrafish')).results?.map(({ title }) => title)).toEqual(['Coins of Kiddo']);
  expect((await getTextList(ctx, operator, 'coins')).texts).toMatchObject([{ slug: 'kiddocash', status: 'changed', hasDraft: false }]);

  expect(await change(help, { title: 'A draft' }, 'save')).toMatchObject({ ok: true });
  expect((await getHelpArticle(ctx, 'kiddocash')).article.title).toBe('Coins of Kiddo');
  expect((await getEditor(ctx, operator, 'help', 'kiddocash')).draft?.by).toBe('Otieno');

  expect(await send(help, { do: 'restore', version: '0', shown: '2' })).toMatchObject({ ok: true });
  expect((await getHelpArticle(ctx, 'kiddocash')).article.title).toBe('Kiddocash');
  expect((await getHelp(ctx, 'help', 'zebrafish')).results).toEqual([]);
  expect((await getTextList(ctx, operator, 'kiddocash')).texts).toMatchObject([{ status: 'shipped' }]);
  expect(await send(help, { do: 'restore', version: '1', shown: '3' })).toMatchObject({ ok: true });
  expect((await getHelpArticle(ctx, 'kiddocash')).article.title).toBe('Coins of Kiddo');
  const versions = await getVersions(ctx, operator, 'help', 'kiddocash', '2');
  expect(versions.versions.map(({ number, state, by, note: why, isNow }) => [number, state, by, why, isNow])).toEqual([
    [4, 'published', 'Otieno', note, true],
    [3, 'published', 'Otieno', note, false],
    [2, 'draft', 'Otieno', '', false],
    [1, 'published', 'Otieno', note, false],
  ]);
  expect(versions.selected?.diff).toContainEqual({ sign: 'added', text: 'title: A draft' });
  expect(await log()).toEqual(['publish-text', 'restore-text', 'restore-text'].map((action) => ({ action, subject_id: help, note })));
  await expect(sql`update text_versions set body = ''`.execute(ctx.db)).rejects.toThrow('not changed');
  await expect(sql`delete from text_versions`.execute(ctx.db)).rejects.toThrow('not deleted');
});

test('two operators: the second is told, keeps what was typed, and loses neither', async () => {
  const { ctx, operator, other, send, view, change } = await openEditor();
  const { fields, shown } = await view(help);
  const form = { do: 'publish', shown: String(shown), ...(fields as Record<string, string>) };
  await send(help, { ...form, title: 'Of the first' }, other);
  const refused = await send(help, { ...form, title: 'Of the second' });
  expect(refused).toMatchObject({
    ok: false,
    code: 'conflict',
    values: { title: 'Of the second', body: fields.body, note },
    conflict: { shown: 1, by: 'Wanjiru' },
  });
  expect(refused.ok ? [] : refused.conflict?.diff).toEqual(
    expect.arrayContaining([
      { sign: 'removed', text: 'title: Of the first' },
      { sign: 'added', text: 'title: Of the second' },
    ]),
  );
  expect((await getHelpArticle(ctx, 'kiddocash')).article.title).toBe('Of the first');
  expect(await send(help, { ...form, shown: '1', title: 'Of the second' })).toMatchObject({ ok: true });
  expect((await getVersions(ctx, operator, 'help', 'kiddocash', null)).versions).toHaveLength(2);
  // At the very same time, only one of them is taken.
  const both = await Promise.all([operator, other].map((who) => send(help, { ...form, shown: '2', title: `By ${who.username}` }, who)));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await change(help, {})).toMatchObject({ ok: false, code: 'same' });
});

test('another process shows it by the message on the bus at once, and within seconds without it', async () => {
  const { ctx, change } = await openEditor();
  let skew = 0;
  const second = await createAppContext(ctx.config, { migrations: null, now: () => new Date(Date.now() + skew), log: ctx.log });
  onTestFinished(() => second.close());
  const titleThere = async () => (await getHelpArticle(second, 'kiddocash')).article.title;
  expect(await titleThere()).toBe('Kiddocash');
  await change(help, { title: 'First change' });
  skew += 6_000;
  expect(await titleThere()).toBe('First change');
  await change(help, { title: 'Second change' });
  second.bus.publish({ kind: 'texts' });
  await expect.poll(titleThere).toBe('Second change');
});

test('a new post has an address of its own, appears on its day, and is gone when it is withdrawn', async () => {
  const { world, ctx, operator, send, view, change } = await openEditor();
  for (const title of ['Category', 'RSS', 'What Premium costs?', '!!!'])
    expect(await createText(ctx, operator, { kind: 'blog', title })).toMatchObject({
      ok: false,
      fieldErrors: { title: expect.any(String) },
    });
  expect(await createText(ctx, operator, { kind: 'blog', title: 'Rhino & friends' })).toEqual({
    ok: true,
    kind: 'blog',
    slug: 'rhino-friends',
  });
  expect(await createText(ctx, operator, { kind: 'blog', title: 'Rhino, friends' })).toMatchObject({ ok: false });
  const key = 'blog/rhino-friends';
  const isThere = () =>
    getPost(ctx, 'rhino-friends').then(
      () => true,
      () => false,
    );
  expect(await change(key, {})).toMatchObject({ ok: false, code: 'unfit', fieldErrors: { description: expect.any(String) } });
  const date = new Date(ctx.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
  const text = { description: 'Twenty letters at least are here.', category: 'Rhinos', date, body: 'Hello [all](/games).' };
  expect(await change(key, text)).toEqual({ ok: true, do: 'publish', shown: 2, planned: date, warnings: [] });
  expect(await isThere()).toBe(false);
  expect((await view(key)).status).toBe('planned');
  world.advanceClock(4 * 86_400);
  expect(await isThere()).toBe(true);
  expect((await getBlog(ctx, { category: 'rhinos', query: null })).posts.map(({ slug }) => slug)).toEqual(['rhino-friends']);
  expect((await listArticlePaths(ctx)).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/blog/rhino-friends', '/blog/category/rhinos']),
  );
  expect(await renderBlogFeed(ctx)).toContain('<link>http://localhost:3000/blog/rhino-friends</link>');
  const later = new Date(ctx.now().getTime() + 9 * 86_400_000).toISOString().slice(0, 10);
  expect(await change(key, { date: later })).toMatchObject({ ok: false, fieldErrors: { date: expect.any(String) } });

  expect(await send(key, { do: 'withdraw', shown: '2', note: ' ' })).toMatchObject({
    ok: false,
    fieldErrors: { note: expect.any(String) },
  });
  expect(await send(key, { do: 'withdraw', shown: '2' })).toMatchObject({ ok: true });
  expect(await isThere()).toBe(false);
  await expect(getBlog(ctx, { category: 'rhinos', query: null })).rejects.toMatchObject({ code: 'not-found' });
  expect(await send('blog/what-premium-costs', { do: 'withdraw', shown: '0' })).toMatchObject({ ok: true });
  await expect(getPost(ctx, 'what-premium-costs')).rejects.toMatchObject({ code: 'not-found' });
  await expect(send('page/terms', { do: 'withdraw', shown: '0' })).rejects.toMatchObject({ code: 'bad-input' });
});

test('a link to a post that appears later is refused as long as it would lead nowhere; what others lose by another day is said', async () => {
  const { world, ctx, operator, view, change } = await openEditor();
  const day = (days: number) => new Date(ctx.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const [monday, tuesday, wednesday] = [day(3), day(4), day(5)];
  for (const title of ['Lions', 'Zebras']) await createText(ctx, operator, { kind: 'blog', title });
  const common = { description: 'Twenty letters at least are here.', category: 'Animals' };
  expect(await change('blog/zebras', { ...common, date: tuesday, body: 'They run.' })).toMatchObject({ ok: true });
  const problems = (result: Awaited<ReturnType<typeof change>>) => (result.ok ? [] : result.check?.problems.map(({ message }) => message));
  const lions = { ...common, body: 'They eat [zebras](/blog/zebras).' };
  const early = await change('blog/lions', { ...lions, date: monday });
  expect(problems(early)).toEqual([expect.stringContaining('/blog/zebras, which appears only on')]);
  expect(problems(await change('blog/lions', { ...lions, date: monday, body: '[No](/blog/none)' }))).toEqual([
    expect.stringContaining('which is not there'),
  ]);
  // The list of a category has nothing before its first post; a text that is seen already links to neither.
  const [about, body] = ['page/about', bodyOf('page/about')];
  for (const link of ['/blog/zebras', '/blog/category/animals'])
    expect(problems(await change(about, { body: `${body}\n\n[Read](${link})\n` }))).toEqual([expect.stringContaining('appears only on')]);
  // On the same day or later it leads somewhere.
  expect(await change('blog/lions', { ...lions, date: tuesday })).toMatchObject({ ok: true, warnings: [] });
  // Zebras move by a day: for that day the link of the other post leads nowhere.
  const warning = expect.stringContaining('/blog/lions links to /blog/zebras, which then appears only on');
  expect(await change('blog/zebras', { date: wednesday }, 'preview')).toMatchObject({
    ok: true,
    check: { problems: [], warnings: [warning] },
  });
  expect(await change('blog/zebras', { date: wednesday })).toMatchObject({ ok: true, planned: wednesday, warnings: [warning] });
  expect((await view('blog/lions')).check.problems).toMatchObject([{ message: expect.stringContaining('appears only on') }]);
  // Also a post that nobody sees yet loses its link when the other one is withdrawn.
  expect((await view('blog/zebras')).deadLinksWithout).toEqual([expect.stringContaining('/blog/lions links to /blog/zebras')]);
  expect(await change('blog/lions', { date: wednesday })).toMatchObject({ ok: true });
  expect((await view('blog/lions')).check.problems).toEqual([]);
  world.advanceClock(6 * 86_400);
  expect(await change(about, { body: `${body}\n\n[Read](/blog/zebras)\n` })).toMatchObject({ ok: true });
});

test('a page keeps what the site puts in, the headings that others need, and says which promises are gone', async () => {
  const { ctx, view, change } = await openEditor();
  const parents = bodyOf('page/parents');
  const lost = await change('page/parents', { body: parents.replace('{{ageTable}}', '').replace('{{consentTable}}', '{{consentTabel}}') });
  const line = parents.split('\n').findIndex((each) => each.includes('{{consentTable}}')) + 1;
  expect(lost).toMatchObject({
    ok: false,
    check: {
      problems: expect.arrayContaining([
        { line, message: expect.stringContaining('{{consentTabel}}') },
        { line: null, message: expect.stringContaining('lost {{ageTable}}') },
        { line: null, message: expect.stringContaining('lost {{consentTable}}') },
      ]),
    },
  });
  expect(await change('page/help', { body: bodyOf('page/help').replace(/^# .*$/m, '# Something else') })).toMatchObject({
    ok: false,
    code: 'unfit',
  });
  expect(await change('page/terms', { body: 'Hello.' })).toMatchObject({ ok: false, code: 'unfit' });
  const about = bodyOf('page/about').replaceAll('24 hours', 'some days').replaceAll('9:00 to 18:00', 'sometimes');
  expect(await change('page/about', { body: about })).toMatchObject({ ok: true });
  expect((await view('page/about')).check.warnings.map((words) => /24|18:00/.exec(words)?.[0])).toEqual(['24', '18:00']);
  expect(await change('page/terms', { body: bodyOf('page/terms').replace('under 18', 'under 18 years') })).toMatchObject({ ok: true });
  const { updated, parts } = await getPage(ctx, 'terms');
  expect(updated).toBe(new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Africa/Nairobi' }).format(ctx.now()));
  expect(parts).toHaveLength(2);
  // What each age can do is still written from the rules.
  await change('page/parents', { body: `${parents}\nOne line more.\n` });
  const { parts: ofParents } = await getPage(ctx, 'parents');
  expect(ofParents.flatMap((part) => part.blocks).filter(({ type }) => type === 'table')).toHaveLength(2);
});

test('a newer shipped text is named until somebody chooses; one that this build cannot show gives way to the shipped one', async () => {
  const { ctx, operator, send, view, change } = await openEditor();
  await change(help, { title: 'Ours' });
  expect((await view(help)).newer).toBeNull();
  // As after an update of the site: the text was made from another file.
  const copy = (base: string, title: string) =>
    sql`
    insert into text_versions (id, kind, slug, number, state, front, body, base, saved_by, saved_at)
    select gen_random_uuid(), kind, slug, number + 1, state, front || jsonb_build_object('title', ${title}::text), body, ${base}, saved_by, now()
    from text_versions order by number desc limit 1`.execute(ctx.db);
  await copy('0'.repeat(64), 'Ours');
  expect((await view(help)).newer).toEqual(
    expect.arrayContaining([
      { sign: 'removed', text: 'title: Ours' },
      { sign: 'added', text: 'title: Kiddocash' },
    ]),
  );
  await change(help, { title: 'Ours, and better' });
  expect((await view(help)).newer).not.toBeNull();
  await change(help, { title: 'Not done yet' }, 'save');
  expect(await send(help, { do: 'keep', shown: '4' })).toMatchObject({ ok: true });
  expect(await view(help)).toMatchObject({ newer: null, shown: 6, fields: { title: 'Not done yet' }, draft: { by: 'Otieno' } });
  ctx.bus.publish({ kind: 'texts' });
  await expect.poll(async () => (await getHelpArticle(ctx, 'kiddocash')).article.title).toBe('Ours, and better');
  await copy('1'.repeat(64), '');
  await sql`insert into text_versions (id, kind, slug, number, state, front, body, base, saved_at)
    select gen_random_uuid(), kind, slug, 9, 'published', front, body, base, now() from text_versions where number = 7`.execute(ctx.db);
  ctx.bus.publish({ kind: 'texts' });
  await expect.poll(async () => (await getHelpArticle(ctx, 'kiddocash')).article.title).toBe('Kiddocash');
  expect((await getTextList(ctx, operator, null)).texts.find(({ slug }) => slug === 'kiddocash')).toMatchObject({ status: 'broken' });
});

const EVIL = '<script>alert(1)</script>';

test('nothing that is typed becomes more than words: not in the text, not in the lines above it', async () => {
  const { ctx, operator, change } = await openEditor();
  const body = bodyOf(help);
  const attempts = [
    EVIL,
    `- ${EVIL}`,
    `> <img src=x onerror=alert(1)>`,
    `| a |\n|---|\n| <svg onload=alert(1)> |`,
    `# ${EVIL}`,
    `[x](javascript:alert(1))`,
    `[x]: javascript:alert(1)`,
    `<javascript:alert(1)>`,
    `![x](https://evil.example/x.svg)`,
    `![x](/stickers/none.svg)`,
    `[x](/games "onclick=alert(1)")`,
    `[x](/help/there-is-none)`,
    `- [ ] to do`,
    `3. third`,
    `~~gone~~`,
  ];
  for (const attempt of attempts) {
    const refused = await change(help, { body: `${body.trimEnd()}\n\n${attempt}\n` });
    const last = body.trimEnd().split('\n').length + 2 + (attempt.split('\n').length - 1);
    expect([attempt, refused]).toEqual([attempt, expect.objectContaining({ ok: false, code: 'unfit' })]);
    expect([attempt, refused.ok ? [] : refused.check?.problems.map(({ line }) => line)]).toEqual([attempt, expect.arrayContaining([last])]);
  }
  for (const field of ['title', 'description'] as const)
    for (const signs of ['\u0000', '\u000b', '\ud800'])
      expect(await change(help, { [field]: `Twenty letters at least ${signs} are here` })).toMatchObject({
        ok: false,
        fieldErrors: { [field]: expect.any(String) },
      });
  for (const form of [{ topic: EVIL }, { place: '1e9' }, { cover: '../../x' }, { popular: EVIL }] as TextFields[])
    expect(await change(help, form)).toMatchObject({ ok: false, code: 'unfit' });
  expect(await change('page/about', { image: '/stickers/../x.svg' })).toMatchObject({
    ok: false,
    fieldErrors: { image: expect.any(String) },
  });
  // In words it may stand, also where a news reader and a page's head show it.
  await createText(ctx, operator, { kind: 'blog', title: 'Safe words' });
  const words = {
    title: `A ${EVIL} "'&]]>`,
    description: `Twenty letters ${EVIL} ]]> &amp;`,
    author: `"><b>${EVIL}`,
    category: `C ${EVIL}`,
  };
  expect(await change('blog/safe-words', { ...words, body: 'As `<script>` in code.' })).toMatchObject({ ok: true });
  const [item] = parseRss(await renderBlogFeed(ctx)).items;
  expect(item).toMatchObject({ title: words.title, description: words.description, category: words.category });
  const { post } = await getPost(ctx, 'safe-words');
  expect(post.category.slug).toMatch(/^[a-z0-9-]+$/);
  expect(toFields('blog', { front: {}, body: '' })).toMatchObject({ title: '', body: '' });
});
