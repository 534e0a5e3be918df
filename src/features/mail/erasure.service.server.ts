import type { AppContext } from '../../context.server.ts';
import { createMentionMatcher, type Eraser } from '../../infra/erasure.ts';
import { eraseEmails } from './service.server.ts';

/** Queued emails to or about the player are deleted and, in demo mode, those in the outbox. */
export const mailEraser: Eraser<AppContext> = {
  eraseOutside: (ctx, who) => eraseEmails(ctx, createMentionMatcher(who)),
};
