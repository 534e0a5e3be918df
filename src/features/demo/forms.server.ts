import { z } from 'zod';
import { BADGE_CLOTHS, BADGE_COLORS, BADGE_SHAPES, BADGE_SIGNS } from '../groups/badge/schema.ts';
import type { DemoConversation, DemoEvent, DemoFriendship, DemoPlayer, TimeAgo } from './schema.ts';

const timeAgo: z.ZodType<TimeAgo, string> = z
  .string()
  .regex(/^(\d{1,2} ([01]\d|2[0-3]):[0-5]\d|\d{1,3}[mh])$/, 'must be like 3 16:20, 25m or 3h')
  .transform((text): TimeAgo => {
    const [, days, hours, minutes] = /^(\d+) (\d\d):(\d\d)$/.exec(text) ?? [];
    if (days !== undefined) return { days: Number(days), minutes: Number(hours) * 60 + Number(minutes) };
    return { minutesAgo: Number.parseInt(text, 10) * (text.endsWith('h') ? 60 : 1) };
  });
const name = z.string().min(1);

const players: z.ZodType<DemoPlayer[]> = z.array(
  z.strictObject({
    username: name,
    displayName: name,
    age: z.int().min(13).max(80),
    role: z.enum(['player', 'moderator', 'operator']),
    joined: timeAgo,
    profile: z.literal('everyone').optional(),
    chat: z.literal('phrases').optional(),
    playsPerWeek: z.int().min(0),
    plays: z.array(name),
    lately: z.array(name),
    recent: z.array(z.strictObject({ game: name, at: timeAgo })),
    ratings: z.record(name, z.int().min(1).max(5)),
    favorites: z.array(name),
    seen: timeAgo,
  }),
);

const friendships: z.ZodType<DemoFriendship[]> = z.array(
  z.strictObject({ from: name, to: name, asked: timeAgo, accepted: timeAgo.optional() }),
);

const conversations: z.ZodType<DemoConversation[]> = z.array(
  z.strictObject({
    between: z.tuple([name, name]),
    messages: z.array(z.strictObject({ at: timeAgo, from: name, text: name })),
    unreadBy: name.optional(),
  }),
);

const at = timeAgo;
const events: z.ZodType<DemoEvent[]> = z.array(
  z.discriminatedUnion('do', [
    z.strictObject({ do: z.literal('subscribe'), at, who: name, plan: name, channel: name }),
    z.strictObject({ do: z.literal('contact'), at, name, email: name, subject: name, message: name }),
    z.strictObject({ do: z.literal('read-notifications'), at }),
    z.strictObject({ do: z.literal('report-message'), at, who: name, about: name, text: name, reason: name, description: name }),
    z.strictObject({ do: z.literal('report-game'), at, who: name, game: name, reason: name, description: name }),
    z.strictObject({ do: z.literal('upload-picture'), at, who: name, file: name }),
    z.strictObject({
      do: z.literal('make-group'),
      at,
      who: name,
      name,
      motto: name,
      shape: z.enum(BADGE_SHAPES),
      color: z.enum(BADGE_COLORS),
      cloth: z.enum(BADGE_CLOTHS),
      sign: z.enum(BADGE_SIGNS),
      joining: z.array(name),
      invited: z.array(name),
    }),
  ]),
);

/** The files of seed/demo, by their name without `.json`. */
export const demoFiles = { players, friendships, conversations, events };
