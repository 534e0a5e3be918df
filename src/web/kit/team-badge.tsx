import { Icon } from './icon.tsx';
import { texts } from './texts.ts';
import './team-badge.css';

/**
 * The badge of a moderator or an operator. The server decides who has it, by the role; nobody can type it. @param props.isShort the icon
 * alone, where there is little room: screen readers read the text all the same
 */
export function TeamBadge({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className={isShort ? 'team-badge short' : 'team-badge'} title={isShort ? texts.team : undefined}>
      <Icon icon="badge-check" size="small" />
      <span className={isShort ? 'visually-hidden' : undefined}>{texts.team}</span>
    </span>
  );
}

/** A player's display name in a list, with the badge if they are of the team. */
export function PersonName({ name, isTeam }: { name: string; isTeam: boolean }) {
  const text = <b dir="auto">{name}</b>;
  if (!isTeam) return text;
  return (
    <span className="person-name">
      {text}
      <TeamBadge isShort />
    </span>
  );
}
