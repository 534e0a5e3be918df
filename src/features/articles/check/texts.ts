import { formatPublicationDay } from '../../../shared/date-format.ts';
import type { Fact } from './rules.ts';
import type { TextField } from './schema.ts';

/** What is said about a text that is not right, or worth a second look. */
export const texts = {
  fieldErrors: {
    title: 'Write a title of 2 to 80 letters.',
    description: 'Write a summary of 20 to 200 letters.',
    date: 'Choose a day.',
    author: 'Write who wrote it, in 2 to 80 letters.',
    category: 'Write a category of 2 to 80 letters.',
    cloth: 'Choose the colors.',
    topic: 'Choose a topic.',
    place: 'Write a number from 1 to 99.',
    popular: 'Choose yes or no.',
    image: 'Choose a picture of the list.',
    emptyTitle: 'Write a title of 2 to 80 letters.',
    emptyText: 'Write 20 to 200 letters.',
    cover: 'Choose a picture of the list.',
    body: 'The text is too long, or has a sign that cannot be shown.',
  } satisfies Record<TextField, string>,
  problems: {
    unknownPlaceholder: (name: string) => `has ${name}, which stands for nothing`,
    lostPlaceholder: (name: string) =>
      `has lost ${name}. The site puts in there what its rules are just now, and people need it: write ${name} in a line or place of its own`,
    lostAnchor: (id: string) => `has lost the heading “${id.replaceAll('-', ' ')}”, to which another page leads`,
    noPicture: (src: string) => `shows the picture ${src}, which is not there`,
    emptyPart: (title: string) => `has nothing below the heading “${title}”`,
    empty: 'has no words, and people need this page',
    otherBroken: (path: string, why: string) => `keeps ${path} from being shown as it is now: that text ${why}`,
    deadLink: (to: string) => `links to ${to}, which is not there`,
    earlyLink: (to: string, day: string) =>
      `links to ${to}, which appears only on ${formatPublicationDay(day)}: until then the link leads nowhere. Choose that day or a later one, or put the link in on that day`,
  },
  warnings: {
    lostFact: {
      age: 'The shipped text says 13, the youngest age. This one does not.',
      guardian: 'The shipped text says what counts under 18. This one does not.',
      answer: 'The shipped text says that we answer reports of danger within 24 hours. This one does not.',
      place: 'The shipped text says that we are in Nairobi. This one does not.',
      hours: 'The shipped text says our hours, 9:00 to 18:00. This one does not.',
    } satisfies Record<Fact, string>,
    earlyLink: (from: string, to: string, day: string) =>
      `${from} links to ${to}, which then appears only on ${formatPublicationDay(day)}. People who read ${from} before find nothing there: change that text, or one of the two days.`,
    deadLink: (from: string, to: string) => `${from} links to ${to}, which is then not there. Change that text too.`,
  },
  about: (day: string, author: string, category: string) => [day, author, category].filter((words) => words !== '').join(' · '),
} as const;
