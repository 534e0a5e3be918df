import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { PersonName } from '../../../web/kit/team-badge.tsx';
import type { PlayerSummary } from '../schema.ts';
import '../../../web/kit/person.css';

type PlayerRowProps = {
  player: PlayerSummary;
  isLink?: boolean;
  /** A line below the names. */
  note?: string;
  /** Marks the row, which then can take the focus. */
  markRef?: Ref<HTMLLIElement>;
  children: ReactNode;
};

/** A player in a list, with actions. */
export function PlayerRow({ player, isLink = true, note, markRef, children }: PlayerRowProps) {
  const { id, username, displayName, avatar, isTeam } = player;
  const identity = (
    <>
      <Avatar src={avatar} size={50} lazy />
      <span className="person-names">
        <PersonName name={displayName} isTeam={isTeam} />
        <span>@{username}</span>
        {note !== undefined && <span>{note}</span>}
      </span>
    </>
  );
  return (
    <li ref={markRef} className={markRef ? 'person-line marked' : 'person-line'} tabIndex={markRef ? -1 : undefined}>
      {isLink ? (
        <Link className="person-who" to={`/friends/${encodeURIComponent(id)}`}>
          {identity}
        </Link>
      ) : (
        <span className="person-who">{identity}</span>
      )}
      <span className="person-acts">{children}</span>
    </li>
  );
}

/**
 * Before a row disappears, moves the focus to the row next to it, or else to the list's heading.
 * @param control an element inside the row
 */
export function focusNextRow(control: Element): void {
  const row = control.closest('.person-line');
  const sibling = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('button');
  (sibling ?? row?.closest('section')?.querySelector<HTMLElement>('h2'))?.focus();
}
