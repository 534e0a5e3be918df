import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import type { Person } from '../schema.ts';

/** A player in a list, with what can be done about them. */
export function PersonLine({ person, isLink = true, children }: { person: Person; isLink?: boolean; children: ReactNode }) {
  const { id, username, displayName, avatar } = person;
  const who = (
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
          {who}
        </Link>
      ) : (
        <span className="person-who">{who}</span>
      )}
      <span className="person-acts">{children}</span>
    </li>
  );
}

/** A line that goes leaves the focus to the one beside it, else to its heading. @param control inside of the line */
export function focusBeside(control: Element): void {
  const line = control.closest('.person-line');
  const beside = (line?.nextElementSibling ?? line?.previousElementSibling)?.querySelector<HTMLElement>('button');
  (beside ?? line?.closest('section')?.querySelector<HTMLElement>('h2'))?.focus();
}
