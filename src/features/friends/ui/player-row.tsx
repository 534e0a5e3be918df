import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import type { PlayerSummary } from '../schema.ts';
import '../../../web/kit/person.css';

/** A player in a list, with actions. */
export function PlayerRow({ player, isLink = true, children }: { player: PlayerSummary; isLink?: boolean; children: ReactNode }) {
  const { id, username, displayName, avatar } = player;
  const identity = (
    <>
      <Avatar src={avatar} size={50} lazy />
      <span className="person-names">
        <b dir="auto">{displayName}</b>
        <span>@{username}</span>
      </span>
    </>
  );
  return (
    <li className="person-line">
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
