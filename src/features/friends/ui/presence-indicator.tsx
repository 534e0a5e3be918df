import { useTimeZone } from '../../../web/time-zone.ts';
import { presenceLabel } from '../rules.ts';
import type { Presence } from '../schema.ts';
import { formatPresence } from '../texts.ts';
import '../../../web/kit/person.css';

/** Presence as a dot and a text, never by colour alone. Renders nothing if the viewer may not see it. */
export function PresenceIndicator({ presence, now }: { presence: Presence; now: number }) {
  const timeZone = useTimeZone();
  const label = presenceLabel(presence, now);
  if (label === null) return null;
  return (
    <span className={label.unit === 'online' ? 'presence online' : 'presence'} suppressHydrationWarning>
      {formatPresence(label, timeZone)}
    </span>
  );
}
