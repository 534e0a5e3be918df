import { z } from 'zod';
import { isId } from '../../../shared/ids.ts';
import { GROUP_LIMITS, GROUP_MEMBERS_MAX } from '../schema.ts';

/** Whom to invite: as many as fit into a group. */
export const invitedIdsSchema = z.array(z.string().refine(isId)).max(GROUP_MEMBERS_MAX);

/** A search in the list of friends: what cannot be one is none. */
export const friendSearchSchema = z.string().trim().max(GROUP_LIMITS.searchMax).catch('');
