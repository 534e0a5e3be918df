import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');
const entries = (folder: string) => fs.readdirSync(path.join(root, folder), { withFileTypes: true });
const foldersOf = (folder: string) =>
  entries(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'catalogue/README.md',
  'wordlists/README.md',
  ...entries('docs')
    .filter((entry) => entry.name.endsWith('.md'))
    .map((entry) => `docs/${entry.name}`),
  ...entries('docs/decisions').map((entry) => `docs/decisions/${entry.name}`),
];

/** The anchor of a heading, as GitHub generates it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

test.each(DOCUMENTS)('every link of %s leads to a file and a heading that are there', (document) => {
  const text = read(document).replaceAll(/^```[\s\S]*?^```/gm, '');
  const dead: string[] = [];
  for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(link)) continue;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? document : path.posix.join(path.posix.dirname(document), file);
    if (!fs.existsSync(path.join(root, target))) dead.push(link);
    else if (anchor !== undefined && !anchorsOf(read(target)).includes(anchor)) dead.push(link);
  }
  expect(dead).toEqual([]);
});

test('the map names every folder of the repository, of src, every feature and everything outside the process', () => {
  const map = /^## The map\n+```\n([\s\S]*?)^```/m.exec(read('ARCHITECTURE.md'))?.[1] ?? '';
  const made = new Set(['node_modules', 'build', 'data', 'test-results', 'playwright-report']);
  const top = foldersOf('.').filter((name) => !made.has(name) && !name.startsWith('.'));
  for (const name of top) expect([name, new RegExp(`^${name}/ `, 'm').test(map)]).toEqual([name, true]);
  for (const name of foldersOf('src')) expect([name, new RegExp(`^  ${name}/ `, 'm').test(map)]).toEqual([name, true]);
  for (const name of foldersOf('src/infra')) expect([name, map.includes(`${name}/`)]).toEqual([name, true]);
  for (const name of foldersOf('src/features')) expect([name, new RegExp(`^    ${name}[ /]`, 'm').test(map)]).toEqual([name, true]);
});

test('the guide names two roles for a database of one’s own, and its commands find the certificates that a connection is checked with', () => {
  const guide = read('docs/operators-guide.md');
  const example = (setting: string) => new RegExp(`^\\| \`${setting}\` .*\`(postgres://[^\`]+)\` \\| yes \\|$`, 'm').exec(guide)?.[1];
  const roles = ['DATABASE_URL', 'DATABASE_OWNER_URL'].map((setting) => new URL(example(setting) ?? '').username);
  expect(roles).toEqual(['kiddo_app', 'kiddo']);
  const commands = [...guide.matchAll(/^.*\bpg_(?:dump|restore) .*$/gm)].map(([line]) => line).filter((line) => line.includes('--'));
  expect(commands.length).toBeGreaterThan(1);
  expect(commands.filter((line) => !line.startsWith('PGSSLROOTCERT=system '))).toEqual([]);
});

test('decisions are numbered one by one', () => {
  const numbers = entries('docs/decisions').map((entry) => [
    Number(entry.name.slice(0, 3)),
    read(`docs/decisions/${entry.name}`).slice(2, 5),
  ]);
  const sorted = numbers.toSorted(([a = 0], [b = 0]) => Number(a) - Number(b));
  expect(sorted).toEqual(sorted.map((_, at) => [at + 1, String(at + 1).padStart(3, '0')]));
});

test('every command that the documents name is there', () => {
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
  const named = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/npm run (?:--silent )?([a-z-]+)/g)].map(([, name = '']) => name),
  );
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  const readme = read('README.md');
  for (const name of scripts.filter((each) => each !== 'start' && each !== 'test')) expect(readme).toContain(`npm run ${name}`);
});

test('the tour shows every picture, with two sentences or more for each place, and pictures stay small', () => {
  const tour = read('docs/tour.md');
  const shown = [...tour.matchAll(/\]\(pictures\/([^)]+)\)/g)].map(([, name = '']) => name);
  const pictures = entries('docs/pictures').map((entry) => entry.name);
  expect(shown.toSorted()).toEqual(pictures.toSorted());
  const bytes = pictures.reduce((sum, name) => sum + fs.statSync(path.join(root, 'docs/pictures', name)).size, 0);
  expect(bytes).toBeLessThan(6_000_000);
  const places = tour.split('\n').filter((line) => line.startsWith('**'));
  expect(places.length).toBeGreaterThan(20);
  for (const place of places) expect(place).toMatch(/^\*\*[^*]+\.\*\* .+[.?] [A-Z].+\.$/);
});

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has; within a section they are numbered from 1. */
const ASVS: Record<string, readonly number[]> = {
  '1': [2, 9, 11, 3, 2],
  '2': [3, 3, 4, 1],
  '3': [0, 2, 4, 6, 5, 0, 2],
  '4': [3, 1, 2, 4],
  '5': [1, 3, 2, 3],
  '6': [3, 12, 4, 4, 5, 3, 0, 4],
  '7': [3, 4, 2, 5, 2, 2],
  '8': [2, 3, 1, 1],
  '9': [3, 4],
  '10': [2, 2, 4, 11, 5, 2, 3],
  '11': [2, 3, 3, 4, 1, 1],
  '12': [3, 2, 4],
  '13': [1, 5, 2, 5],
  '14': [2, 4, 3],
  '15': [3, 3, 7],
  '16': [1, 5, 4, 3, 3],
  '17': [1, 4, 2],
};
/** The files of ours that a text names in code. */
const namedFiles = (text: string) =>
  [...text.matchAll(/`((?:src|docs|scripts|tests|catalogue|wordlists|migrations|content)\/[^`\s]+)`/g)].map(([, name = '']) => name);

const TO_FILL_IN = '**TO FILL IN**';
/** The rows of the impact assessment, by their first cell, of which the operator fills in a cell that is not the last. */
const OPERATORS_ROWS = [
  'Controller',
  'Data protection officer (section 24)',
  'Version of the code',
  'Date of this assessment; next review',
  'Stored',
  'Shared',
];
/** Beginnings of other lines that only the operator can complete. */
const OPERATORS_LINES = ['- **How much, how often:**', '- **Where:**', '- **Earlier incidents:**', '- **Processors and transfers:**'];

/** What only the operator can say in the impact assessment, and does not hold the mark. */
function listFilled(text: string): string[] {
  const partOf = (from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to));
  const rowsOf = (part: string) =>
    [...part.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) => row.split(' | ')).filter(([first = '']) => first !== '');
  const cells: [name: string, cell: string | undefined][] = [
    ...OPERATORS_ROWS.map((name): [string, string] => [
      name,
      rowsOf(text)
        .find(([first]) => first === name)
        ?.slice(1)
        .join() ?? '',
    ]),
    ...OPERATORS_LINES.map((name): [string, string] => [name, text.split('\n').find((line) => line.startsWith(name)) ?? '']),
    // Step 3: the result. Step 6: approved. Step 7: name, position, date.
    ...rowsOf(partOf('## Step 3', '## Step 4')).map((row): [string, string | undefined] => [row[0] ?? '', row.at(-1)]),
    ...rowsOf(partOf('## Step 6', '## Step 7')).map((row): [string, string | undefined] => [`risk ${row[0]}`, row.at(-1)]),
    ...rowsOf(partOf('## Step 7', '## The fifteen')).map((row): [string, string | undefined] => [row[0] ?? '', row[1]]),
  ];
  const heads = ['who', 'risk risk', 'item'];
  expect(cells.filter(([name]) => heads.includes(name))).toHaveLength(heads.length);
  return cells.filter(([name, cell]) => !heads.includes(name) && cell?.includes(TO_FILL_IN) !== true).map(([name]) => name);
}

test('the impact assessment has its seven steps and fifteen standards, says what is not filled in, and names files that are there', () => {
  const text = read('docs/dpia.md');
  expect([...text.matchAll(/^## Step (\d):/gm)].map(([, number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const standards = text.slice(text.indexOf('## The fifteen standards'));
  expect([...standards.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 15 }, (_, at) => at + 1),
  );
  const measures = text.slice(text.indexOf('## Step 6'), text.indexOf('## Step 7'));
  const risks = text.slice(text.indexOf('## Step 5'), text.indexOf('## Step 6'));
  const numbersOf = (part: string) => [...part.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number);
  expect(numbersOf(measures)).toEqual(numbersOf(risks));
  expect(listFilled(text)).toEqual([]);
  const paths = namedFiles(text);
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([]);
});

const STATES = ['met', 'partly', 'not yet', 'operator', 'does not apply'];

test('security.md has every requirement of ASVS and of the Children’s Code once, counts them right, and names files that are there', () => {
  const text = read('docs/security.md');
  const listed = [...text.matchAll(/^\| (\d+)\.(\d+\.\d+) \| L[12] \| [^|]{5,} \| ([a-z ]+) \| [^|]{3,} \|$/gm)];
  const asked = Object.entries(ASVS).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) => Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`)),
  );
  expect(listed.map(([, chapter, rest]) => `${chapter}.${rest}`)).toEqual(asked);
  const count = (chapter: string | null) =>
    STATES.map((state) => listed.filter(([, of, , given]) => (chapter === null || of === chapter) && given === state).length);
  const counted = [...text.matchAll(/^\| (?:V(\d+)|\*\*all (\d+)\*\*).*?((?: \| \**\d+\**){5}) \|$/gm)].map(
    ([, chapter, all, numbers = '']) => [chapter ?? `all ${all}`, (numbers.match(/\d+/g) ?? []).map(Number)],
  );
  expect(counted).toEqual([...Object.keys(ASVS).map((chapter) => [chapter, count(chapter)]), [`all ${asked.length}`, count(null)]]);
  const standards = [...text.matchAll(/^\| (\d+) \| [^|]{5,} \| ([a-z ]+) \| [^|]{3,} \|$/gm)];
  expect(standards.map(([, number]) => Number(number))).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
  for (const [, number, state] of standards) expect([number, STATES.includes(state ?? '')]).toEqual([number, true]);
  const paths = namedFiles(text);
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([]);
});
