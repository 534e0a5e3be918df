import { z } from 'zod';
import { checkbox } from '../forms.server.ts';
import { AUDIENCES } from './schema.ts';

const audience = z.enum(AUDIENCES);

/** The form of the Privacy tab. */
export const privacyForm = z.object({ profile: audience, finding: audience, asking: audience, online: checkbox });
