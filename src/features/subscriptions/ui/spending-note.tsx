import { Link } from 'react-router';
import { ConsentDoor } from '../../guardians/ui/consent-door.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { ASK_AT_HOME_PATH, type AskingAtHome } from '../purchase-requests/schema.ts';
import { describeItem, texts as askingTexts } from '../purchase-requests/texts.ts';
import type { Spending } from '../schema.ts';
import { texts } from '../texts.ts';

type SpendingNoteProps = {
  /** Null for a visitor, and for players of age: there is nothing to say. */
  spending: Spending | null;
  /** The path of the page that it stands on. */
  returnPath: string;
};

/** What a player under 18 may buy, above the prices: why nothing yet, or what is left of the sum of this month, or that they ask each time. */
export function SpendingNote({ spending, returnPath }: SpendingNoteProps) {
  if (spending === null) return null;
  if (spending.door !== null) return <ConsentDoor door={spending.door} part="buying" returnPath={returnPath} />;
  return (
    <>
      {spending.asking !== null && spending.asking.open !== null && <AskedNote {...spending.asking.open} />}
      {spending.sum !== null && <SumNote sum={spending.sum} />}
      {spending.sum === null && spending.asking !== null && spending.asking.open === null && (
        <Note title={askingTexts.each.title}>
          <p>{askingTexts.each.text}</p>
        </Note>
      )}
    </>
  );
}

/** What a guardian was asked to pay, and has not answered. */
function AskedNote({ item, expiresAt }: NonNullable<AskingAtHome['open']>) {
  const words = askingTexts.waiting;
  return (
    <Note title={words.title(describeItem(item))}>
      <p>{words.text(expiresAt)}</p>
      <Link to={ASK_AT_HOME_PATH}>{words.link}</Link>
    </Note>
  );
}

function SumNote({ sum: { leftMinor, limitMinor, open, dueMinor } }: { sum: NonNullable<Spending['sum']> }) {
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
