import type { PlayerSummary, Presence } from '../friends/schema.ts';
import type { GameCard } from '../games/catalogue/schema.ts';
import type { ConsentDoor } from '../guardians/schema.ts';
import type { GroupBadge } from './badge/schema.ts';

/** Members of one group, and groups of one player, at most. */
export const GROUP_MEMBERS_MAX = 50;
export const GROUPS_PER_PLAYER_MAX = 20;
/** The limits of what is typed, in characters. A motto can be empty. */
export const GROUP_LIMITS = { nameMin: 3, nameMax: 30, mottoMax: 60, searchMax: 50 } as const;
/** How often a group's name or motto can change in 30 days, so that it is no way to chat. */
export const GROUP_CHANGES_MAX = 3;
/** Games of a group's page, in each of its two lists. */
export const GROUP_GAMES_MAX = 6;
/** Friends who are offered for an invitation, at most; a search finds the others. */
export const INVITABLE_MAX = 200;

export type GroupRole = 'owner' | 'helper' | 'member';

/** A group as lists show it. `memberCount`: those whom the viewer may see there, with themselves. */
type GroupSummary = { id: string; name: string; motto: string; badge: GroupBadge; memberCount: number };

/** One of the viewer's groups. `faces`: at most 3 others. `onlineCount`: friends who are online and show it, as in the list of friends. */
export type GroupCard = GroupSummary & { faces: { id: string; avatar: string }[]; onlineCount: number };

/** An open invitation to the viewer. `at` is ISO. */
export type GroupInvitation = GroupSummary & { invitedBy: PlayerSummary; at: string };

/** Why a player cannot make a group now; null: they can. */
export type MakingObstacle = 'muted' | 'full' | null;

/** What the viewer's own list shows. */
export type GroupsView = { groups: GroupCard[]; invitations: GroupInvitation[]; obstacle: MakingObstacle };

/** One member as the viewer may see them. `presence`: null unless the viewer may see it. `joinedAt` is ISO. */
export type GroupMember = PlayerSummary & {
  role: GroupRole;
  isSelf: boolean;
  isFriend: boolean;
  presence: Presence;
  joinedAt: string;
};

/** Who was invited and has not answered. `at` is ISO. */
export type InvitedPlayer = PlayerSummary & { at: string; canTakeBack: boolean };

/**
 * A group's page. `favorites` and `played` count only members whose whole profile the viewer may see; `played` is null if
 * those are so few that it would tell what one of them played. `writesFreely`: false if the viewer
 * chooses name and motto from our lists. `changesLeft`: how often name and motto can still change.
 */
export type GroupPage = GroupSummary & {
  role: GroupRole;
  members: GroupMember[];
  invited: InvitedPlayer[];
  favorites: GameCard[];
  played: (GameCard & { playCount: number })[] | null;
  canInvite: boolean;
  canEdit: boolean;
  writesFreely: boolean;
  changesLeft: number;
};

/**
 * What the form for a group needs. `names` and `mottos`: our lists, from which those choose who do not write freely; empty for the others.
 * `door`: why they do not. `fields`: what the group is called and looks like now; null for a new one. `isTakenAway`: our team took the name away
 * a short time ago, which is why nothing is left of the changes.
 */
export type GroupFormView = {
  writesFreely: boolean;
  door: ConsentDoor | null;
  names: readonly string[];
  mottos: readonly string[];
  fields: ({ name: string; motto: string } & GroupBadge) | null;
  changesLeft: number;
  isTakenAway: boolean;
  obstacle: MakingObstacle;
};

/** Friends whom the viewer can invite. `left`: how many more fit into the group; `full`: none. */
export type InvitableView = { friends: PlayerSummary[]; full: boolean; left: number };

/** What can be done to a group besides making and editing it, as forms send it: `do`, and `id` of the player if it is about one. */
export const GROUP_ACTIONS = ['leave', 'close', 'remove', 'make-helper', 'make-member', 'hand-over', 'take-back'] as const;
export type GroupAction = (typeof GROUP_ACTIONS)[number];
/** Answers to an invitation. */
export const INVITATION_ANSWERS = ['accept', 'decline'] as const;
export type InvitationAnswer = (typeof INVITATION_ANSWERS)[number];
