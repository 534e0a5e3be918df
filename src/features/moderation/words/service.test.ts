import path from 'node:path';
import { expect, test } from 'vitest';
import { createWorld, root, type World } from '../../../../tests/world.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { moderateMessage, moderateNames, seedLists } from '../../safety/service.server.ts';
import { ENTRIES_PAGE_SIZE, LOG_MAX } from './rules.ts';
import { TEST_TEXT_MAX, type WordAction, type WordsResult } from './schema.ts';
import { getWordsView, parseWordFilters, submitWordsForm } from './service.server.ts';
import { texts } from './texts.ts';
import { NOTE_MAX } from '../../audit-log/schema.ts';

const BAD = 'profanity.en.txt';

async function cast() {
  const world = await createWorld();
  const [amina, mod, boss] = [
    await world.addPlayer({ username: 'amina' }),
    await world.addPlayer({ username: 'mod', role: 'moderator' }),
    await world.addPlayer({ username: 'boss', role: 'operator' }),
  ];
  return { world, amina, mod, boss };
}

const change = (world: World, actor: Actor, did: WordAction, entry: string, list = BAD, more: Record<string, string> = {}) =>
  submitWordsForm(world.ctx, actor, { do: did, list, entry, note: 'a good reason', ...more });
const done = (did: WordAction, entry: string, changed = true, list = BAD): WordsResult => ({
  ok: true,
  action: did,
  list,
  entry,
  changed,
});
/** The entry would block ordinary words, and nothing is changed before it is confirmed. */
const ASKED = { ok: false, code: 'confirmation-required' };
const falsePositivesOf = (result: WordsResult) => (!result.ok && result.confirmation?.falsePositives) || { sentences: [], names: [] };
const view = (world: World, actor: Actor, query = '', after: string | null = null) =>
  getWordsView(world.ctx, actor, parseWordFilters(new URLSearchParams(query)), after);
const shown = async (world: World, actor: Actor, query: string) =>
  (await view(world, actor, query)).entries.map(({ entry, state }) => `${entry} ${state}`);
const log = (world: World) => world.ctx.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
/** The category the filter finds, after its cached list version has expired. */
async function kindOf(world: World, text: string) {
  world.advanceClock(6);
  return (await moderateMessage(world.ctx, text)).refused?.kind ?? null;
}

test('only the team sees and changes the words, and tries them', async () => {
  const { world, amina, mod, boss } = await cast();
  const uses = [
    (actor: Actor) => view(world, actor),
    (actor: Actor) => change(world, actor, 'add', 'zebrafoot'),
    (actor: Actor) => change(world, actor, 'take', 'fuk'),
    (actor: Actor) => submitWordsForm(world.ctx, actor, { do: 'try', text: 'hi' }),
  ];
  for (const use of uses) {
    await expect(use(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
    for (const actor of [amina, SYSTEM]) await expect(use(actor)).rejects.toMatchObject({ code: 'not-allowed' });
  }
  expect([await log(world), await world.ctx.db.selectFrom('filter_entries').selectAll().execute()]).toEqual([[], []]);
  for (const actor of [mod, boss]) expect((await view(world, actor)).entries).toHaveLength(ENTRIES_PAGE_SIZE);
});

test('an added word is refused within seconds, stands in the log, and survives that lists are shipped again', async () => {
  const { world, mod } = await cast();
  expect(await kindOf(world, 'you ZEBRAFOOT')).toBeNull();
  expect(await change(world, mod, 'add', ' ZebraFoot ')).toEqual(done('add', 'zebrafoot'));
  expect(await kindOf(world, 'you z3brafoot')).toBe('profanity');
  expect((await moderateNames(world.ctx, ['xzebrafootx']))[0]).toEqual({ kind: 'profanity' });
  expect(await log(world)).toMatchObject([
    {
      actor_id: mod.id,
      actor_name: 'mod',
      action: 'add',
      subject_kind: 'filter',
      subject_id: BAD,
      note: 'a good reason',
      details: { entry: 'zebrafoot' },
    },
  ]);
  await seedLists(world.ctx, SYSTEM, path.join(root, 'wordlists'));
  expect(await kindOf(world, 'zebrafoot')).toBe('profanity');
  expect(await shown(world, mod, 'show=added')).toEqual(['zebrafoot added']);
});

test('a word that is taken away passes, stays away when lists are shipped again, and can be put back', async () => {
  const { world, mod, boss } = await cast();
  expect(await kindOf(world, 'what a wombatfoot')).toBeNull();
  await world.ctx.db
    .updateTable('filter_lists')
    .set({ text: 'wombatfoot\nfuk', changed_at: world.ctx.now() })
    .where('name', '=', BAD)
    .execute();
  expect(await kindOf(world, 'what a wombatfoot')).toBe('profanity');
  expect(await change(world, mod, 'take', 'wombatfoot')).toEqual(done('take', 'wombatfoot'));
  expect(await kindOf(world, 'what a wombatfoot')).toBeNull();
  expect(await shown(world, mod, 'show=taken')).toEqual(['wombatfoot taken']);
  expect(await change(world, boss, 'back', 'wombatfoot')).toEqual(done('back', 'wombatfoot'));
  expect(await kindOf(world, 'what a wombatfoot')).toBe('profanity');
  expect([await shown(world, mod, 'q=wombat'), await shown(world, mod, 'show=added')]).toEqual([['wombatfoot shipped'], []]);
  // A permanently shipped entry: 'fuk' from the lists in the repository.
  await change(world, mod, 'take', 'fuk');
  await seedLists(world.ctx, SYSTEM, path.join(root, 'wordlists'));
  expect(await shown(world, mod, `list=${BAD}&show=taken`)).toEqual(['fuk taken']);
  expect((await log(world)).map((row) => [row.actor_name, row.action])).toEqual([
    ['mod', 'take'],
    ['boss', 'back'],
    ['mod', 'take'],
  ]);
});

test('what moderators added can be taken away and put back, too', async () => {
  const { world, mod } = await cast();
  await change(world, mod, 'add', 'zebrafoot');
  expect(await kindOf(world, 'zebrafoot')).toBe('profanity');
  await change(world, mod, 'take', 'zebrafoot');
  expect([await kindOf(world, 'zebrafoot'), await shown(world, mod, 'q=zebra')]).toEqual([null, ['zebrafoot taken']]);
  // Adding it again restores the same entry.
  expect(await change(world, mod, 'add', 'Zebrafoot')).toEqual(done('add', 'zebrafoot'));
  expect([await kindOf(world, 'zebrafoot'), await shown(world, mod, 'q=zebra')]).toEqual(['profanity', ['zebrafoot added']]);
});

test('twice is once: nothing is changed, and nothing is logged', async () => {
  const { world, mod } = await cast();
  expect(await change(world, mod, 'add', 'FUK')).toEqual(done('add', 'fuk', false));
  expect(await change(world, mod, 'back', 'fuk')).toEqual(done('back', 'fuk', false));
  expect(await log(world)).toEqual([]);
  await change(world, mod, 'take', 'fuk');
  expect(await change(world, mod, 'take', 'fuk')).toEqual(done('take', 'fuk', false));
  expect(await log(world)).toHaveLength(1);
});

test('two moderators at once are fine', async () => {
  const { world, mod, boss } = await cast();
  const same = await Promise.all([mod, boss, mod, boss].map((actor) => change(world, actor, 'add', 'zebrafoot')));
  expect(same.filter((answer) => 'changed' in answer && answer.changed)).toHaveLength(1);
  const both = await Promise.all(
    [mod, boss].flatMap((actor) => [change(world, actor, 'take', 'zebrafoot'), change(world, actor, 'back', 'zebrafoot')]),
  );
  expect(both.map((answer) => answer.ok)).toEqual([true, true, true, true]);
  const acts = both.filter((answer) => 'changed' in answer && answer.changed).length;
  expect(await log(world)).toHaveLength(1 + acts);
  const others = await Promise.all(['zebrahand', 'zebranose', 'zebrachin'].map((entry) => change(world, mod, 'add', entry)));
  expect(others).toEqual(['zebrahand', 'zebranose', 'zebrachin'].map((entry) => done('add', entry)));
});

test('each change is later than those before, so that the filter sees it', async () => {
  const { world, mod } = await cast();
  const ahead = new Date(Date.now() + 3_600_000);
  await world.ctx.db
    .insertInto('filter_entries')
    .values({ list: BAD, entry: 'giraffeneck', is_enabled: true, changed_at: ahead })
    .execute();
  await change(world, mod, 'add', 'zebrafoot');
  expect(await kindOf(world, 'zebrafoot')).toBe('profanity');
  await change(world, mod, 'take', 'zebrafoot');
  expect(await kindOf(world, 'zebrafoot')).toBeNull();
});

test.each([
  [{ list: 'nothing.txt' }, 'list', texts.errors.list],
  [{ list: '' }, 'list', texts.errors.list],
  [{ list: 'link.en.txt' }, 'list', texts.errors.list],
  [{ list: 'labelled/allowed.txt' }, 'list', texts.errors.list],
  [{ entry: '' }, 'entry', texts.entryError({ type: 'empty', part: '' })],
  [{ entry: 'z'.repeat(201) }, 'entry', texts.entryError({ type: 'long', part: '' })],
  [{ entry: 'zebra\nfoot' }, 'entry', texts.entryError({ type: 'broken', part: '' })],
  [{ entry: 'zebra\u0000' }, 'entry', texts.entryError({ type: 'broken', part: '' })],
  [{ entry: 'zebra\ud800' }, 'entry', texts.entryError({ type: 'broken', part: '' })],
  [{ entry: 'z3bra' }, 'entry', texts.entryError({ type: 'part', part: 'z3bra' })],
  [{ entry: 'z' }, 'entry', texts.errors.unread('is too short')],
  [{ entry: 'zebra @nosuch' }, 'entry', texts.errors.unread('names @nosuch, which is no set')],
  [{ entry: '{number} zebra' }, 'entry', texts.errors.unread('has to begin with a word')],
  [{ entry: 'a b c d e f g h i j k l m n o p q r s t u v w x y' }, 'entry', texts.errors.unread('has more than 24 words')],
  [{ list: 'sets.txt', entry: 'zebra' }, 'entry', texts.entryError({ type: 'not-a-set', part: '' })],
  [{ list: 'sets.txt', entry: '@game: @nosuch' }, 'entry', texts.errors.setBreaks],
  [{ list: 'allow.txt', entry: 'zebra foot' }, 'entry', texts.entryError({ type: 'one-word', part: '' })],
  [{ note: '' }, 'note', texts.noteRequired],
  [{ note: ' a ' }, 'note', texts.noteRequired],
  [{ note: 'n'.repeat(NOTE_MAX + 1) }, 'note', texts.noteRequired],
  [{ do: 'take', note: '' }, 'note', texts.noteRequired],
  [{ do: 'take', entry: 'zebrafoot' }, 'entry', texts.errors.gone],
  [{ do: 'back', entry: 'zebrafoot' }, 'entry', texts.errors.gone],
  [{ do: 'take', entry: '# Swearing.' }, 'entry', texts.errors.gone],
])('%# is refused at its %s', async (fields, field, error) => {
  const { world, mod } = await cast();
  const given = { do: 'add', list: BAD, entry: 'zebrafoot', note: 'a good reason', ...fields };
  const { list, entry, note } = given;
  const values = { do: given.do, list, entry, note, text: '', as: '' };
  expect(await submitWordsForm(world.ctx, mod, given)).toEqual(actionFailure('bad-input', { fieldErrors: { [field]: error }, values }));
  expect([await log(world), await world.ctx.db.selectFrom('filter_entries').selectAll().execute()]).toEqual([[], []]);
});

test('an unknown action is refused', async () => {
  const { world, mod } = await cast();
  for (const did of ['', 'drop', 'toString'])
    await expect(change(world, mod, did as 'add', 'zebra')).rejects.toMatchObject({ code: 'bad-input' });
});

test('an entry that would refuse ordinary sentences or names is added only when that is meant', async () => {
  const { world, mod } = await cast();
  const asked = await change(world, mod, 'add', 'level');
  expect(asked).toMatchObject({ ...ASKED, confirmation: { confirm: `${BAD} level` }, values: { do: 'add', list: BAD, entry: 'level' } });
  const harm = falsePositivesOf(asked);
  expect(harm.sentences).toHaveLength(5);
  for (const sentence of harm.sentences) {
    expect(sentence.toLowerCase()).toContain('level');
    expect((await moderateMessage(world.ctx, sentence)).refused).toBeNull();
  }
  expect(await log(world)).toEqual([]);
  // A confirmation for another entry or another list does not count.
  for (const confirm of ['yes', 'level', `${BAD} score`, 'threat.en.txt level'])
    expect(await change(world, mod, 'add', 'level', BAD, { confirm })).toMatchObject(ASKED);
  expect(await change(world, mod, 'add', 'level', BAD, { confirm: `${BAD} level` })).toEqual(done('add', 'level'));
  expect(await kindOf(world, harm.sentences[0] as string)).toBe('profanity');
  // Part of a name, although no sentence contains it as a separate word.
  expect(await change(world, mod, 'add', 'lepha')).toMatchObject({
    ...ASKED,
    confirmation: { falsePositives: { sentences: [], names: ['elephants', 'elephant'] } },
  });
});

test('a list for names asks for names only; a word in a group for all that name the group', async () => {
  const { world, mod } = await cast();
  const names = await change(world, mod, 'add', 'dragon', 'handle.names.txt');
  expect(names).toMatchObject({ ...ASKED, confirmation: { falsePositives: { sentences: [] } } });
  expect(falsePositivesOf(names).names.map((name) => name.toLowerCase())).toContain('dragon');
  expect(await change(world, mod, 'add', '@insults: good', 'sets.txt')).toMatchObject(ASKED);
  expect(await change(world, mod, 'add', '@insults: zebrafoot', 'sets.txt')).toEqual(done('add', '@insults: zebrafoot', true, 'sets.txt'));
  expect(await kindOf(world, 'you are a zebrafoot')).toBe('bullying');
});

test('what is never refused is not asked about, and lets a word pass', async () => {
  const { world, mod } = await cast();
  await change(world, mod, 'add', 'zebrafoot*');
  expect(await kindOf(world, 'zebrafooter')).toBe('profanity');
  expect(await change(world, mod, 'add', 'zebrafooter', 'allow.txt')).toEqual(done('add', 'zebrafooter', true, 'allow.txt'));
  expect(await kindOf(world, 'zebrafooter')).toBeNull();
});

test('a group that entries need cannot be taken away', async () => {
  const { world, mod } = await cast();
  const sets = (await view(world, mod, 'list=sets.txt')).entries;
  const tribe = sets.find(({ entry }) => entry.startsWith('@are:'))?.entry as string;
  expect(await change(world, mod, 'take', tribe, 'sets.txt')).toMatchObject({
    ok: false,
    fieldErrors: { entry: texts.errors.setInUse },
  });
  await change(world, mod, 'add', '@zebras: zebrafoot', 'sets.txt');
  await change(world, mod, 'add', 'you nasty @zebras');
  expect(await change(world, mod, 'take', '@zebras: zebrafoot', 'sets.txt')).toMatchObject({
    ok: false,
    fieldErrors: { entry: texts.errors.setInUse },
  });
  await change(world, mod, 'take', 'you nasty @zebras');
  expect(await change(world, mod, 'take', '@zebras: zebrafoot', 'sets.txt')).toMatchObject({ ok: true, changed: true });
  // An entry that refers to the set cannot be restored without it.
  const unread = texts.errors.unread('names @zebras, which is no set');
  expect(await change(world, mod, 'back', 'you nasty @zebras')).toMatchObject({ ok: false, fieldErrors: { entry: unread } });
});

test('a shipped line that is longer than the table has room for is not taken away', async () => {
  const { world, mod } = await cast();
  const long = (await view(world, mod, 'list=sets.txt')).entries.find(({ entry }) => entry.length > 200)?.entry as string;
  expect(await change(world, mod, 'take', long, 'sets.txt')).toMatchObject({
    ok: false,
    fieldErrors: { entry: texts.tooLong },
  });
});

test('lists are counted; entries are looked for by a part, by list and by what was done, page by page', async () => {
  const { world, mod } = await cast();
  await change(world, mod, 'add', 'zebrafoot');
  await change(world, mod, 'take', 'fuk');
  const all = await view(world, mod);
  expect(all.lists.find(({ name }) => name === BAD)).toMatchObject({ kind: 'profanity', language: 'en' });
  const counted = all.lists.reduce((sum, { count }) => sum + count, 0);
  expect([all.total, counted]).toEqual([all.total, all.total - 1]);
  expect(await shown(world, mod, 'q=ZEBRAF')).toEqual(['zebrafoot added']);
  expect([await shown(world, mod, 'q=zebraf&list=allow.txt'), await shown(world, mod, 'q=zebraf&list=no.such')]).toEqual([
    [],
    ['zebrafoot added'],
  ]);
  const seen = new Set<string>();
  let after: string | null = null;
  do {
    const page = await view(world, mod, `list=${BAD}`, after);
    for (const { entry } of page.entries) seen.add(entry);
    after = page.next;
  } while (after !== null);
  expect(seen.size).toBe((await view(world, mod, `list=${BAD}`)).total);
  for (const parts of [[], ['a', 'b'], [1, 1], [BAD, 2 ** 40], ['\ud800', 1]]) {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
    expect((await view(world, mod, '', cursor)).entries[0]).toEqual(all.entries[0]);
  }
});

test('the log shows the last of all lists, the newest first', async () => {
  const { world, mod } = await cast();
  for (let i = 0; i < LOG_MAX / 2 + 1; i++) {
    world.advanceClock(1);
    await change(world, mod, 'take', 'fuk');
    world.advanceClock(1);
    await change(world, mod, 'back', 'fuk');
  }
  world.advanceClock(1);
  await change(world, mod, 'add', 'zebrafoot', 'allow.txt', { note: 'an animal' });
  const shownLog = (await view(world, mod)).log;
  expect(shownLog).toHaveLength(LOG_MAX);
  expect(shownLog[0]).toMatchObject({ actor: 'mod', action: 'add', list: 'allow.txt', entry: 'zebrafoot', note: 'an animal' });
  expect(shownLog.slice(1, 4).map(({ action: did }) => did)).toEqual(['back', 'take', 'back']);
});

test('what the classifier refuses is explained, and passes when a moderator calls it innocent', async () => {
  const { world, mod } = await cast();
  const attempt = () => submitWordsForm(world.ctx, mod, { do: 'try', text: 'Lets see your room on camera!', as: 'text' });
  expect(await attempt()).toMatchObject({ category: 'pictures', classifiedFor: expect.arrayContaining(['camera']) as string[] });
  expect(await change(world, mod, 'add', 'see @room', 'innocent.txt')).toMatchObject({ ok: false });
  expect(await change(world, mod, 'add', 'lets see your room on camera', 'innocent.txt')).toMatchObject({ ok: true, changed: true });
  expect(await change(world, mod, 'add', 'call me in 5 minutes', 'innocent.txt')).toMatchObject({ ok: true, changed: true });
  world.advanceClock(6);
  expect(await attempt()).toMatchObject({ category: null, classifiedFor: null });
});

test('a text or a name can be tried with the real filter; nothing of it is kept', async () => {
  const { world, mod } = await cast();
  const attempt = (text: string, as = 'text') => submitWordsForm(world.ctx, mod, { do: 'try', text, as });
  expect(await attempt('you f.u.c.k')).toEqual({
    ok: true,
    action: 'try',
    text: 'you f.u.c.k',
    as: 'text',
    category: 'profanity',
    help: null,
    classifiedFor: null,
  });
  expect(await attempt('my uncle touches me')).toMatchObject({ category: null, help: 'abuse' });
  expect(await attempt('call 0712345678')).toMatchObject({ category: 'phone' });
  expect(await attempt('hello there')).toMatchObject({ category: null });
  expect([await attempt('iammalaya'), await attempt('iammalaya', 'name')]).toMatchObject([
    { category: null },
    { as: 'name', category: 'sexual' },
  ]);
  expect(await attempt(' ')).toMatchObject({
    ok: false,
    fieldErrors: { text: texts.filterTest.empty },
    values: { do: 'try', text: ' ', as: 'text' },
  });
  expect(await attempt('a'.repeat(TEST_TEXT_MAX + 1))).toMatchObject({ ok: false, fieldErrors: { text: texts.filterTest.long } });
  await attempt('\u0000\ud800');
  expect([await log(world), world.logged]).toEqual([[], []]);
  await world.ctx.db.deleteFrom('filter_lists').execute();
  world.advanceClock(6);
  await expect(attempt('hello')).rejects.toMatchObject({ code: 'unavailable' });
});
