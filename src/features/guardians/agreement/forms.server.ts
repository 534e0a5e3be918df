import { z } from 'zod';
import { usernameSchema } from '../../accounts/forms.server.ts';
import { ADULT_ACTIONS, AGREEMENT_ACTIONS, CHAT_CHOICES, LANGUAGES, MONTHLY_SUM_MAX, MONTHLY_SUM_MIN, RELATIONS } from '../schema.ts';

/** The language of a page; null for any other value. */
export const languageField = z.enum(LANGUAGES).nullish().catch(null);

/** The version of the texts that somebody read; null for anything that cannot be one. */
const versionField = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullish()
  .catch(null);

/** What a guardian wants to do, the language of their page, and the version of its texts. */
export const answerForm = z.object({ do: z.enum(AGREEMENT_ACTIONS), lang: languageField, textVersion: versionField });

/** A sum of money in whole shillings, as people write it: '1500', '1,500' or '1 500'. */
const sum = z
  .string()
  .max(100)
  .transform((text) => text.trim().replaceAll(/(?<=\d)[ ,](?=\d{3}(?!\d))/g, ''))
  .pipe(
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().min(MONTHLY_SUM_MIN).max(MONTHLY_SUM_MAX)),
  );

const ticked = z.enum(['on', 'yes']);

/** What a guardian who agrees chose, and says of themselves. A sum counts only with the choice that it belongs to. */
export const agreeForm = z.intersection(
  z.object({ chat: z.enum(CHAT_CHOICES), relation: z.enum(RELATIONS), isAdult: ticked, mayDecide: ticked }),
  z.discriminatedUnion('buying', [
    z.object({ buying: z.literal(['none', 'ask']), sum: z.unknown().transform(() => null) }),
    z.object({ buying: z.literal('up-to-a-sum'), sum }),
  ]),
);

/** What a guardian does about a grown-up, the language of their page, and the version of its texts. */
export const adultActionForm = z.object({ do: z.enum(ADULT_ACTIONS), lang: languageField, textVersion: versionField });

/** A username as people write it: with the sign before it or without. */
const writtenUsername = z
  .string('empty')
  .transform((text) => text.trim().replace(/^@/, ''))
  .pipe(usernameSchema);

/** Whom they approve. */
export const approveForm = z.object({ username: writtenUsername });

/** Whom they take out. */
export const removeForm = z.object({ adult: writtenUsername });
