import { useTimeZone } from '../../../web/zone.ts';
import { presenceLabel } from '../rules.ts';
import type { Presence } from '../schema.ts';
import { presenceWords } from '../texts.ts';

/** Whether somebody is there: a dot and a word, never colour alone. Nothing for who may not see it. */
export function PresenceMark({ presence, now }: { presence: Presence; now: number }) {
  const zone = useTimeZone();
  const label = presenceLabel(presence, now);
  if (label === null) return null;
  return (
    <span className={label.unit === 'online' ? 'presence online' : 'presence'} suppressHydrationWarning>
      {presenceWords(label, zone)}
    </span>
  );
}
