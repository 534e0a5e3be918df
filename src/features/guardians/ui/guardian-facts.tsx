import { formatDateTime, formatLongDate } from '../../../shared/date-format.ts';
import type { GuardianView } from '../schema.ts';
import { describeOwnBuying, texts } from '../texts.ts';

/** Whom a player asked and when, or what was chosen for them. */
export function GuardianFacts({ view }: { view: GuardianView }) {
  return (
    <dl className="guardian-facts">
      {listFacts(view).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function listFacts({
  state,
  address,
  askedAt,
  remindedAt,
  decidedAt,
  choices,
  adults,
  areAdultsOpen,
}: GuardianView): [name: string, value: string][] {
  const { facts, chosen } = texts;
  if (state === 'given') {
    return [
      ...(choices
        ? ([
            [facts.chat, chosen.chat[choices.chat]],
            [facts.buying, describeOwnBuying(choices)],
          ] as [string, string][])
        : []),
      [facts.uploads, chosen.uploads],
      [facts.adults, adults.map(facts.adult).join(', ') || facts.noAdults],
      ...(adults.length > 0 && !areAdultsOpen ? ([[facts.adultsFrom, facts.adultsLater]] as [string, string][]) : []),
      [facts.by, address ?? ''],
      [facts.since, decidedAt === null ? '' : formatLongDate(decidedAt)],
    ];
  }
  if (decidedAt !== null)
    return [
      [facts.answered, address ?? ''],
      [facts.when, formatLongDate(decidedAt)],
    ];
  return [
    [facts.asked, address ?? ''],
    [facts.when, askedAt === null ? '' : formatLongDate(askedAt)],
    [facts.reminded, remindedAt === null ? facts.notYet : formatDateTime(remindedAt)],
  ];
}
