import pg from 'pg';

// A catalogue with a realistic distribution: a few words, genres, developers and games are very frequent, most are rare.

const WORD_COUNT = 40_000;
const DEVELOPER_COUNT = 30_000;
const TAG_COUNT = 600;
const GENRES = [
  'Adventure',
  'Role Play',
  'Action',
  'Simulator',
  'Obby',
  'Tycoon',
  'Racing',
  'Fighting',
  'Puzzle',
  'Sports',
  'Music',
  'Board',
  'Card',
  'Word',
  'Maths',
  'Cooking',
  'Dress Up',
  'Farming',
  'Building',
  'Escape',
  'Trivia',
  'Platform',
  'Strategy',
  'Space',
  'Animals',
  'Art',
];
const FIRST_WORDS = [
  'super',
  'bubble',
  'dragon',
  'star',
  'robot',
  'magic',
  'jungle',
  'matatu',
  'safari',
  'galaxy',
  'pirate',
  'ninja',
  'rocket',
  'candy',
  'monster',
  'castle',
  'island',
  'tiger',
  'ocean',
  'desert',
  'train',
  'market',
  'soccer',
  'puzzle',
  'racer',
  'farm',
  'city',
  'cloud',
  'volcano',
  'maze',
];
const BATCH = 50_000;

/**
 * Fills an empty, migrated database with `count` games, through the same triggers as any other write. The same count produces the same
 * games.
 * @param onProgress called with the progress
 */
export async function generateGames(url: string, count: number, onProgress: (text: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set synchronous_commit = off; set work_mem = '256MB'; set jit = off");
    await createWordTables(client);
    for (let from = 1; from <= count; from += BATCH) {
      await client.query('select setseed($1)', [((from * 7919) % 1000) / 1000]);
      await client.query(INSERT_GAMES, [from, Math.min(from + BATCH - 1, count)]);
      onProgress(`${Math.min(from + BATCH - 1, count).toLocaleString('en')} of ${count.toLocaleString('en')} games`);
    }
    await client.query('drop table bench_words, bench_makers, bench_tags, bench_genres');
    onProgress('vacuum and statistics');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

async function createWordTables(client: pg.Client): Promise<void> {
  const syllables = [
    'ba',
    'ko',
    'mi',
    'ru',
    'ta',
    'ze',
    'lo',
    'ni',
    'sa',
    'du',
    'fe',
    'gi',
    'ho',
    'ja',
    'ke',
    'lu',
    'mo',
    'na',
    'pi',
    're',
  ];
  const word = (n: number): string => {
    const known = FIRST_WORDS[n - 1];
    if (known) return known;
    let text = '';
    for (let rest = n * 7 + 11; rest > 0; rest = Math.floor(rest / syllables.length)) text += syllables[rest % syllables.length];
    return text;
  };
  const table = async (name: string, values: string[]) => {
    await client.query(`create table ${name} (n int primary key, word text)`);
    await client.query(`insert into ${name} select place, word from unnest($1::text[]) with ordinality as t (word, place)`, [values]);
    await client.query(`analyze ${name}`);
  };
  await table(
    'bench_words',
    Array.from({ length: WORD_COUNT }, (_, i) => word(i + 1)),
  );
  await table(
    'bench_makers',
    Array.from({ length: DEVELOPER_COUNT }, (_, i) => `${word(i + 40)} ${['studio', 'games', 'labs', 'arcade'][i % 4]}`),
  );
  await table(
    'bench_tags',
    Array.from({ length: TAG_COUNT }, (_, i) => word(i + 20)),
  );
  await table('bench_genres', GENRES);
}

// size ^ random() picks small numbers far more often than large ones (Zipf). Every tenth title contains the word 'super'.
const pick = (size: number) => `floor(power(${size}, random()))::int`;
const INSERT_GAMES = `
  with drawn as materialized (
    select n, ${pick(WORD_COUNT)} as w1, ${pick(WORD_COUNT)} as w2, case when random() < 0.4 then ${pick(WORD_COUNT)} end as w3,
      random() < 0.1 as super, ${pick(DEVELOPER_COUNT)} as maker,
      ${pick(TAG_COUNT)} as t1, ${pick(TAG_COUNT)} as t2, case when random() < 0.6 then ${pick(TAG_COUNT)} end as t3,
      ${pick(GENRES.length)} as g1, case when random() < 0.5 then ${pick(GENRES.length)} end as g2,
      random() as mobile, random() as gender, random() as premium, random() as played, random() as liked, random() as age
    from generate_series($1::int, $2::int) n
  )
  insert into games (id, title, developer, description, genres, tags, mobile_ready, genders, is_premium, created_at, assets, game_url,
    key_features, plays_30d, growth_7d, rating_count, rating_sum)
  select 'bench-' || lpad(drawn.n::text, 8, '0'),
    left(initcap(concat_ws(' ', case when super then 'super' end, w1.word, w2.word, w3.word)), 120), initcap(m.word),
    'A game about ' || w1.word || ' and ' || w2.word || '. Made to measure how quickly a large catalogue answers.',
    array(select distinct x from unnest(array[g1.word, g2.word]) x where x is not null),
    array(select distinct initcap(x) from unnest(array[t1.word, t2.word, t3.word]) x where x is not null),
    mobile < 0.7, case when gender < 0.8 then '{Male,Female}' when gender < 0.92 then '{Male}' when gender < 0.98 then '{Female}' else '{}' end::text[],
    premium < 0.06, timestamptz '2026-11-01' - age * interval '1200 days',
    array['games/bench/0000/cover.svg'], 'games/bench/0000/index.html', array['Quick to start', 'Hard to put down'],
    case when played < 0.35 then 0 else floor(400000 * power(played, 30))::int end,
    case when played < 0.35 then 0 else floor(9000 * power(liked, 20) - 300)::int end,
    case when played < 0.6 then 0 else floor(3000 * power(played, 20))::int end,
    case when played < 0.6 then 0 else floor(floor(3000 * power(played, 20)) * (2.5 + 2.5 * liked))::int end
  from drawn
  join bench_words w1 on w1.n = drawn.w1 join bench_words w2 on w2.n = drawn.w2 left join bench_words w3 on w3.n = drawn.w3
  join bench_makers m on m.n = drawn.maker
  join bench_tags t1 on t1.n = drawn.t1 join bench_tags t2 on t2.n = drawn.t2 left join bench_tags t3 on t3.n = drawn.t3
  join bench_genres g1 on g1.n = drawn.g1 left join bench_genres g2 on g2.n = drawn.g2`;
