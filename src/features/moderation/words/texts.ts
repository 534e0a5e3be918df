import type { HelpKind, ModerationCategory, WordList } from '../../safety/filter/schema.ts';
import type { NameFlaw } from '../../safety/names/schema.ts';
import type { EntryError } from './rules.ts';
import type { EntryState, WordAction, WordFilters } from './schema.ts';

const kinds = {
  profanity: 'Bad words',
  sexual: 'Sexual words',
  bullying: 'Bullying',
  threat: 'Threats',
  handle: 'Other platforms',
  'meet-elsewhere': 'Meeting elsewhere',
  address: 'Addresses',
  payment: 'Money',
  email: 'E-mail',
  phone: 'Phone numbers',
  link: 'Links',
  grooming: 'Grooming',
  pictures: 'Pictures and calls',
  secrecy: 'Secrecy',
  blackmail: 'Blackmail',
  credentials: 'Passwords and codes',
  'private-place': 'Private places',
  unreadable: 'Hard to read',
  whereabouts: 'Where one lives, learns, is alone',
  abuse: 'Help: somebody harms a child',
  'self-harm': 'Help: hurting oneself',
  distress: 'Help: needs a grown-up',
  'soft-age': 'Counted only: age',
  'soft-alone': 'Counted only: being alone',
  'soft-app': 'Counted only: other apps and calls',
  'soft-gift': 'Counted only: gifts and money',
  'soft-looks': 'Counted only: looks and bodies',
  'soft-love': 'Counted only: love and closeness',
  'soft-parents': 'Counted only: what parents see',
  'soft-place': 'Counted only: places and meeting',
  'soft-secret': 'Counted only: secrets',
  allow: 'Never refused',
  innocent: 'Innocent phrases',
  sets: 'Groups of words',
} satisfies Record<ModerationCategory | WordList['kind'], string>;

/** Why a name is refused that no list refuses. */
const nameFlaws = {
  staff: 'It sounds like the Kiddo team',
  badge: 'A sign that looks like the badge of the team',
  scripts: 'Letters of two alphabets',
  marks: 'Too many marks on one letter',
  signs: 'Signs that names cannot have',
} satisfies Record<NameFlaw, string>;

const languages: Record<string, string> = { en: 'English', sw: 'Swahili', sheng: 'Sheng', names: 'Only in names' };

/** The label of a list within its kind. */
function languageName(language: string | null): string {
  return language === null ? 'All languages' : (languages[language] ?? language);
}

/** All texts of the moderators' page about the word lists. */
export const texts = {
  metaTitle: 'Words | Kiddo',
  lead: 'What players cannot write, what is never refused, and what finds a child who asks for help. A change holds everywhere within some seconds.',
  kinds,
  language: languageName,
  listName: (kind: WordList['kind'], language: string | null) =>
    language === null ? kinds[kind] : `${kinds[kind]}, ${languageName(language)}`,
  lists: 'Lists',
  allLists: 'All lists',
  count: (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`,
  search: {
    title: 'Entries',
    label: 'Look for',
    hint: 'Part of an entry is enough.',
    show: 'Show',
    shown: { all: 'All entries', added: 'Added by moderators', taken: 'Taken away by moderators' } satisfies Record<
      WordFilters['show'],
      string
    >,
    apply: 'Show',
    empty: 'No entries here',
    emptyText: 'No entry fits. Look for something shorter, or in all lists.',
  },
  next: 'Next page',
  fromStart: 'From the start',
  states: { added: 'Added', taken: 'Taken away' } satisfies Record<Exclude<EntryState, 'shipped'>, string>,
  tooLong: 'Too long to be changed here.',
  open: { take: 'Take away', back: 'Put back' },
  add: {
    title: 'Add an entry',
    list: 'List',
    choose: 'Choose a list',
    entry: 'Entry',
    entryHint: 'A word, or some words in a row.',
    button: 'Add it',
    how: 'How to write an entry',
    forms: [
      ['word', 'the whole word'],
      ['stem*', 'every word that begins so'],
      ['*stem*', 'every word with this anywhere in it'],
      ['~tomb', 'a Swahili verb, with all that may stand before and behind its stem'],
      ['two words', 'these words in this order'],
      ['a|b c', '“a c” and “b c”'],
      ['a b? c', '“a c” and “a b c”'],
      ['you are @insults', 'any word of a group in this place'],
      ['i {word} you', 'any one word in this place; {number}, {code}, {handle}, {colon} and {end} are there too'],
      ['kill you unless @game', 'but not if one of the words behind “unless” is in the text too'],
    ],
    advice:
      'Write a word as it is spelled: the filter sees through disguises. Would a child write it and mean no harm? Then take some words in a row.',
  },
  note: 'Note',
  noteHint: 'Why? For the team; it stays in the log.',
  noteRequired: 'Write a short note: why?',
  busy: 'Working...',
  confirmAdd: {
    title: 'This would refuse ordinary words',
    text: 'Players could not write these any more:',
    sentences: 'Sentences',
    names: 'Names',
    confirm: 'Add it all the same',
  },
  filterTest: {
    title: 'Try it',
    hint: 'Nothing of it is kept. What was changed a moment ago counts after some seconds.',
    label: 'What somebody writes',
    as: 'It is',
    kinds: { text: 'a message', name: 'a name' },
    button: 'Try it',
    passes: 'It would pass.',
    help: (kind: HelpKind) => `The writer would see whom to call and whom to tell (${kinds[kind]}).`,
    refused: (kind: ModerationCategory | NameFlaw) => `It would be refused: ${{ ...kinds, ...nameFlaws }[kind]}.`,
    classified: (words: readonly string[]) =>
      `No entry of the lists refuses it, but the classifier does, most of all for: ${words.join(', ')}. If it is harmless, add the phrase to innocent.txt.`,
    empty: 'Write something to try.',
    long: 'That is too long to try.',
  },
  log: 'What was done',
  noLog: 'Nothing yet.',
  actionsInLog: { add: 'added', take: 'took away', back: 'put back' } satisfies Record<WordAction, string>,
  inList: (list: string) => `in ${list}`,
  successToasts: {
    add: { title: 'Added', text: 'It counts within some seconds.' },
    take: { title: 'Taken away', text: 'It counts within some seconds. You can put it back.' },
    back: { title: 'Put back', text: 'It counts within some seconds.' },
  } satisfies Record<WordAction, { title: string; text: string }>,
  /** Nothing had to be changed. */
  unchangedToasts: {
    add: { title: 'It is there already', text: 'Nothing was changed.' },
    take: { title: 'It is gone already', text: 'Nothing was changed.' },
    back: { title: 'It is back already', text: 'Nothing was changed.' },
  } satisfies Record<WordAction, { title: string; text: string }>,
  errors: {
    list: 'Choose one of the lists.',
    gone: 'This entry is not in the list. Load the page again.',
    setInUse: 'Other entries need this group of words. Take those away first.',
    setBreaks: 'Other entries need this group of words, and could not be read any more.',
    /** @param what the error as the filter words it: 'is too short' */
    unread: (what: string) => `The filter cannot read this entry: it ${what}.`,
  },
  entryError: ({ type, part }: EntryError): string => ENTRY_ERRORS[type](part),
} as const;

const ENTRY_ERRORS: Record<EntryError['type'], (part: string) => string> = {
  empty: () => 'Write an entry.',
  long: () => 'An entry has at most 200 letters.',
  broken: () => 'There are signs in it that nobody can see, or more than one line. Write one entry.',
  comment: () => 'What stands behind # would be left out. Write why into the note.',
  'not-a-set': () => 'A group begins with its name: “@name: word word”.',
  'empty-set': () => 'There is no word in this group.',
  'one-word': () => 'Write one word: words are allowed one by one.',
  placeholder: (part) => `“${part}” is not known. There are {word}, {number}, {code}, {handle}, {colon} and {end}.`,
  end: () => '{end} can only be the last.',
  star: () => 'A star can be behind a word, or on both sides of it.',
  part: (part) =>
    part === ''
      ? 'There is a “|” with no word beside it.'
      : `“${part}” cannot be read. Write words in plain letters, without figures or other signs.`,
  unless: () => 'There has to be something before and behind “unless”, and it can be there only once.',
  'optional-first': (part) => `The first word, “${part}”, cannot be one that may be missing.`,
};
