import type { ButtonStyle } from '../../../web/kit/button.tsx';
import { relationAfter } from '../rules.ts';
import type { FriendDeed, Person, Relation } from '../schema.ts';
import { texts } from '../texts.ts';
import { DeedForm } from './deed-form.tsx';
import type { Act } from './use-deed.ts';

const DEED: Record<Relation, FriendDeed> = { none: 'ask', received: 'accept', blocked: 'unblock', sent: 'ask', friends: 'ask' };

type RelationButtonProps = Pick<ButtonStyle, 'size'> & {
  person: Person;
  relation: Relation;
  /** What is being done about this player. */
  wish: FriendDeed | undefined;
  returnUrl: string;
  act: Act;
};

/** What a found player is to the viewer, as the button that changes it (spec 2, section 4). */
export function RelationButton({ person, relation: told, wish, returnUrl, act, size }: RelationButtonProps) {
  const relation = relationAfter(told, wish);
  const word = texts.relation[relation];
  const deed = DEED[relation];
  return (
    <DeedForm
      deed={deed}
      playerId={person.id}
      returnUrl={returnUrl}
      variant={relation === 'blocked' ? 'soft' : 'primary'}
      size={size}
      label={texts.about(word, person.displayName)}
      isOff={relation === 'sent' || relation === 'friends'}
      onAct={() => void act(deed, person.id)}
    >
      {word}
    </DeedForm>
  );
}
