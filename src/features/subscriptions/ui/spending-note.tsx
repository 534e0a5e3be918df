import { ConsentDoor } from '../../guardians/ui/consent-door.tsx';
import { Note } from '../../../web/kit/note.tsx';
import type { Spending } from '../schema.ts';
import { texts } from '../texts.ts';

type SpendingNoteProps = {
  /** Null for a visitor, and for players of age: there is nothing to say. */
  spending: Spending | null;
  /** The path of the page that it stands on. */
  returnPath: string;
};

/** What a player under 18 may buy, above the prices: why nothing yet, or what is left of the sum of this month. */
export function SpendingNote({ spending, returnPath }: SpendingNoteProps) {
  if (spending === null) return null;
  if (spending.door !== null) return <ConsentDoor door={spending.door} part="buying" returnPath={returnPath} />;
  if (spending.sum === null) return null;
  const { leftMinor, limitMinor, open, dueMinor } = spending.sum;
  const openMinor = open.reduce((total, { minor }) => total + minor, 0);
  const words = texts.spending;
  return (
    <Note title={words.left(leftMinor, limitMinor)}>
      <p>{words.chosen}</p>
      {openMinor > 0 && <p>{words.open(openMinor)}</p>}
      {dueMinor > 0 && <p>{words.due(dueMinor)}</p>}
    </Note>
  );
}
