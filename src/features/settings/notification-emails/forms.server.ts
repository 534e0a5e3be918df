import { z } from 'zod';
import { checkbox } from '../forms.server.ts';

/** A player's email preferences. */
export const emailPreferencesForm = z.object({ friends: checkbox, messages: checkbox, games: checkbox });

/** The key in the unsubscribe link. */
export const unsubscribeKey = z.string().regex(/^[\w-]{32}$/);
