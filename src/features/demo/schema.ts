import type { GroupBadge } from '../groups/badge/schema.ts';

/** A time before now: `3 16:20` is three days ago at 16:20 in Nairobi, `25m` is 25 minutes ago, `3h` three hours. */
export type TimeAgo = { days: number; minutes: number } | { minutesAgo: number };

/** A player of the demo world, and what they do alone. Games are named by id, players by username. */
export type DemoPlayer = {
  username: string;
  displayName: string;
  /** In years; they stay that old, whenever the demo world is made. */
  age: number;
  role: 'player' | 'moderator' | 'operator';
  joined: TimeAgo;
  /** Chosen in the settings on the first day; without it, friends see the profile, as with every new account. */
  profile?: 'everyone' | undefined;
  /** What the guardian of a player under 18 chose for chat; without it, everything with friends. */
  chat?: 'phrases' | undefined;
  playsPerWeek: number;
  /** The games they play, the most loved first. */
  plays: string[];
  /** What they play besides in the last week. */
  lately: string[];
  /** Their last plays. */
  recent: { game: string; at: TimeAgo }[];
  /** Stars by game. */
  ratings: Record<string, number>;
  favorites: string[];
  /** When they were online last. */
  seen: TimeAgo;
};

/** A friend request; without `accepted` it is still open. */
export type DemoFriendship = { from: string; to: string; asked: TimeAgo; accepted?: TimeAgo | undefined };

/** The chat of two friends, who have both read it, except one for whom the last messages are new. */
export type DemoConversation = {
  between: [string, string];
  messages: { at: TimeAgo; from: string; text: string }[];
  unreadBy?: string | undefined;
};

/** Whatever else happens. */
export type DemoEvent = { at: TimeAgo } & (
  | { do: 'subscribe'; who: string; plan: string; channel: string }
  | { do: 'contact'; name: string; email: string; subject: string; message: string }
  /** Everybody reads their notifications: only what happens later is new. */
  | { do: 'read-notifications' }
  | { do: 'report-message'; who: string; about: string; text: string; reason: string; description: string }
  | { do: 'report-game'; who: string; game: string; reason: string; description: string }
  | { do: 'upload-picture'; who: string; file: string }
  /** Who is invited joins, or has an open invitation. */
  | ({ do: 'make-group'; who: string; name: string; motto: string; joining: string[]; invited: string[] } & GroupBadge)
);

/** The files of seed/demo. */
export type DemoData = {
  players: DemoPlayer[];
  friendships: DemoFriendship[];
  conversations: DemoConversation[];
  events: DemoEvent[];
};
