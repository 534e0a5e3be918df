import { z } from 'zod';
import { noteSchema } from '../audit-log/forms.server.ts';
import { importRowSchema } from '../games/import/forms.server.ts';
import { proofFields } from '../accounts/reauthentication/forms.server.ts';
import { ZIP_ADDRESS_MAX } from './schema.ts';

/** What every form of a game's page sends. */
export const gameFormSchema = z.object({
  do: z.enum(['edit', 'files', 'cover', 'show', 'hide', 'remove']),
  note: noteSchema,
  /** Of the files, as the form was made. */
  filesVersion: z.string().max(64).default(''),
  ...proofFields,
});

/** What can be edited of a game: the same checks as in an import. */
export const editedRowSchema = importRowSchema.pick({
  Title: true,
  Developer: true,
  Description: true,
  KeyFeatures: true,
  Instructions: true,
  Genres: true,
  Tags: true,
  MobileReady: true,
  is_premium: true,
  max_players: true,
  minAge: true,
});

/** The form that adds a game. Without a title, the archive has to say it. `address`: of the archive, if it is no file of the form. */
export const newGameSchema = z.object({
  title: z.string().trim().max(120).default(''),
  address: z.string().trim().max(ZIP_ADDRESS_MAX).default(''),
  note: noteSchema,
});
