import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkName, compileLists } from '../filter/rules.ts';
import { parseListFile } from '../lexicon.rules.ts';
import { compileStaffLists, findNameFlaw } from './rules.ts';

const folder = path.resolve(import.meta.dirname, '../../../../wordlists');
const files = fs
  .readdirSync(folder)
  .filter((file) => file.endsWith('.txt'))
  .map((name) => ({ name, text: fs.readFileSync(path.join(folder, name), 'utf8') }));
const filter = compileLists(files.flatMap(({ name, text }) => parseListFile(name, text) ?? []));
const compile = (from = files) => compileStaffLists(from, filter.allowed.all);
const lists = compile();

/** Which of these names are judged so. */
function judge(names: readonly string[]): [name: string, flaw: string | null][] {
  if (lists === null) throw new Error('a list is missing');
  return names.map((name) => [name, findNameFlaw(name, lists)]);
}

const STAFF = {
  'our name with a word for the team': [
    'Kiddo Moderator',
    'KIDDO OFFICIAL',
    'kiddo_safety',
    'kiddosafety',
    'kiddo_team',
    'the_kiddo_mod',
    'kiddosupport',
    'official_kiddo',
    'officialkiddo',
    'real_kiddo_2',
    'Safety of Kiddo',
    'kiddomodbrian',
    'kiddosafetybrian',
    'My Kiddo helper',
    'KiddoMod',
    'KIDDOmod',
    'Kiddo Administrator 2',
    'Amina · Kiddo team',
  ],
  'our name alone, or with what sounds like us': [
    'Kiddo',
    'kiddo_1',
    'THE REAL KIDDO',
    'kiddokenya',
    'kiddo_ke',
    'Kiddo News',
    'Kiddo Gifts',
    'kiddo.com',
    'Kiddo HQ',
    'Kido',
    'Amina from Kiddo',
    'aminafromkiddo',
    'amina_of_kiddo',
  ],
  'who works here, in whatever a name says besides': [
    'moderator',
    'the_moderator',
    'Moderator Amina',
    'moderatorbrian',
    'mod',
    'Mod Amina',
    'brian_mod',
    'ModBrian',
    'Juma (mod)',
    'mod22',
    'mods',
    'admin',
    '_admin_',
    'xX_admin_Xx',
    'theadminbrian',
    'ADMINISTRATOR',
    '__staff',
    'Juma - Staff',
    'operator',
    'Operator 3',
    'support99',
    'Amina Support',
    'Game Master',
  ],
  'a word for the team and nothing else': [
    'official',
    'The Official',
    'Safety Team',
    'the_team',
    'team7',
    'Head of Safety',
    'Helper',
    'help_',
    'info',
    'system',
    'root',
    'ops',
    'contact_1',
    'Security Officer',
    'Verified',
  ],
  'in Swahili and other languages': [
    'Msimamizi',
    'msimamizi_juma',
    'Rasmi',
    'kiddo_rasmi',
    'Usalama',
    'Timu ya Kiddo',
    'Msaada',
    'Kiddo Msaidizi',
    'Wafanyakazi wa Kiddo',
    'Juma wa Kiddo',
    'Modérateur',
    'المشرف',
    'Модератор',
    'አስተዳዳሪ',
    'ኪዶ',
  ],
  'in disguise': [
    'k1dd0',
    'Kidd0 T3am',
    '4dmin',
    'adm1n',
    'admln',
    'adrnin',
    'Officiai',
    '0ff1c1al',
    'm0d',
    'm o d',
    'M.O.D.',
    'm.o.d.e.r.a.t.o.r',
    'm-o-d-e-r-a-t-o-r',
    'K I D D O',
    'kid_do',
    'Ad Min',
    'moooderator',
    'kiiiddooo',
    'adminnn',
    'oFfIcIaL',
    'oficial kido',
    'm*d',
    'kidd⚽',
    '5upport',
    '$taff',
    'Kìddö Téam',
    'K̶i̶d̶d̶o̶ team',
    'ＡＤＭＩＮ',
    '𝓜𝓸𝓭𝓮𝓻𝓪𝓽𝓸𝓻',
    '🇰🇮🇩🇩🇴',
    'Ⓐⓓⓜⓘⓝ',
    'Аdmin',
    'кіԁԁо',
    'ᴋɪᴅᴅᴏ',
    'k\u200bid\u00addo',
  ],
};

test.each(Object.entries(STAFF))('nobody passes for the team: %s', (_, names) => {
  expect(judge(names)).toEqual(names.map((name) => [name, 'staff']));
});

const PASSING = {
  'Kenyan names': [
    'Amina',
    'Wanjiku',
    'Wanjikũ',
    'Njeri wa Kamau',
    'Otieno 7',
    'Achieng',
    'Kipchoge',
    'Chebet',
    'Cheptoo',
    'Jelagat',
    'Mwangi',
    'Nyambura',
    'Omondi',
    "Ng'ang'a",
    'Ng’endo',
    'Muthoni',
    'Wambui',
    'Odhiambo',
    'Pam Odongo',
    'Fatuma Abdi',
    'Halima',
    'Mohamed',
    'Hamadi',
    'Mustafa',
    'Mustaffa',
    'Ahmad Minah',
    'Trust',
    'Gift',
    'Kiddo Gift',
    'Baraka',
    'Neema',
    'Zawadi',
    'Imani',
    'Rasmiya',
    'Musa Modi',
    'Modesta',
    'modesta_22',
    'Adminah',
    'Timothy Timur',
  ],
  'words that begin or end alike': [
    'Stafford',
    'Badminton King',
    'Supporter of Gor Mahia',
    'Teamo',
    'Steam',
    'Good Mood',
    'Oops',
    'Roots',
    'rooty',
    'opsy',
    'Modern Girl',
    'Top Model',
    'Luka Modric',
    'Commodore',
    'Cooper',
    'Operation Simba',
    'Mainstream',
    'Kidogo',
    'Kidole',
    'Aikido Master',
    'Akiddo',
    'Skiddo',
    'Kiddory',
    'Mo D',
    'Kid O',
    'Tim U',
  ],
  'such words, where they say something else': [
    'Team Simba',
    'Team Kenya',
    'Dream Team',
    'A Team',
    "Mama's Helper",
    'helper_bee',
    'mod_squad',
    'Help Me',
    'Solar System',
    'Root Beer',
    'Info Tech',
    'Brian Official',
    'Usalama Stars',
    'Timu ya Taifa',
    'Rasmi Beats',
    'Security Guard',
    'News',
    'Free Fire Pro',
  ],
  'our name as the English word': ['Cool Kiddo', 'kiddo_fan', 'Kiddo Brian', 'Baby Kiddo', 'babykiddo', 'greatkiddo', 'kiddomodesta'],
  'other names': ['user', 'Player', 'Player 12', 'zuri_star', 'xX_simba_Xx', '____7', '2026'],
};

test.each(Object.entries(PASSING))('ordinary names stay: %s', (_, names) => {
  expect(judge(names)).toEqual(names.map((name) => [name, null]));
});

const REAL_NAMES = fs.readFileSync(path.join(folder, 'labelled/names.txt'), 'utf8').split('\n').filter(Boolean);
test.each([
  ['as they are', (name: string) => name],
  ['in small letters', (name: string) => name.toLowerCase()],
  ['in capitals', (name: string) => name.toUpperCase()],
  ['with a number', (name: string) => `${name}_21`],
  ['with a picture', (name: string) => `${name} \u{1f981}`],
  ['with a family name', (name: string, at: number) => `${name} ${neighbourOf(name, at)}`],
  ['joined to a family name', (name: string, at: number) => `${name}_${neighbourOf(name, at)}`.toLowerCase()],
])('given and family names of East Africa pass, %s', (_, write) => {
  expect(new Set(REAL_NAMES).size).toBeGreaterThanOrEqual(700);
  const names = REAL_NAMES.map(write);
  expect(judge(names).filter(([name, flaw]) => flaw !== null || checkName(name, filter) !== null)).toEqual([]);
});

/** Another name of the same script. */
function neighbourOf(name: string, at: number): string {
  const script = [/\p{Script=Latin}/u, /\p{Script=Arabic}/u, /\p{Script=Ethiopic}/u].find((each) => each.test(name));
  const others = REAL_NAMES.filter((each) => script?.test(each));
  return others[(at * 7 + 1) % others.length] ?? '';
}

test('the tables are long enough to mean something', () => {
  expect(Object.values(STAFF).flat().length).toBeGreaterThanOrEqual(60);
  expect(Object.values(PASSING).flat().length).toBeGreaterThanOrEqual(80);
});

test('a name of the team is told as that, and other names by their signs', () => {
  expect(judge(['Mod ✔', 'Amina ✔', 'Amina\u200b', 'А\u043cina'])).toEqual([
    ['Mod ✔', 'staff'],
    ['Amina ✔', 'badge'],
    ['Amina\u200b', 'signs'],
    ['А\u043cina', 'scripts'],
  ]);
});

test('without one of its lists nothing is compiled', () => {
  for (const kind of ['site', 'staff', 'staff-alone', 'staff-beside', 'staff-filler', 'badge'])
    expect([kind, compile(files.filter(({ name }) => name.split('.')[0] !== kind))]).toEqual([kind, null]);
});
