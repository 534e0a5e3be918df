import type { ReactNode } from 'react';
import { Button, type ButtonStyle } from '../../../web/kit/button.tsx';
import type { FriendDeed } from '../schema.ts';
import { DEEDS_ADDRESS } from './use-deed.ts';

type DeedFormProps = ButtonStyle & {
  deed: FriendDeed;
  /** null for the own code. */
  playerId: string | null;
  /** Where a browser without JavaScript comes back to. */
  returnUrl: string;
  /** What it does, where the words on it do not say about whom. */
  label?: string;
  isOff?: boolean;
  onAct: (form: HTMLFormElement) => void;
  children: ReactNode;
};

/** One deed as a button; without JavaScript a form that is sent. */
export function DeedForm({ deed, playerId, returnUrl, label, isOff = false, onAct, children, ...variant }: DeedFormProps) {
  return (
    <form
      className="deed"
      method="post"
      action={DEEDS_ADDRESS}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) onAct(event.currentTarget);
      }}
    >
      <input type="hidden" name="do" value={deed} />
      {playerId !== null && <input type="hidden" name="id" value={playerId} />}
      <input type="hidden" name="returnUrl" value={returnUrl} />
      <Button type="submit" aria-label={label} aria-disabled={isOff || undefined} {...look}>
        {children}
      </Button>
    </form>
  );
}
