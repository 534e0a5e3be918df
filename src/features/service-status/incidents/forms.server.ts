import { z } from 'zod';
import { isId } from '../../../shared/ids.ts';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { parseLocalInput } from '../clock.rules.ts';
import { PARTS } from '../schema.ts';
import { BODY_MAX, getPartField, INCIDENT_ACTIONS, TITLE_MAX } from './schema.ts';

/** Text that everybody reads: of some length, without control characters but new lines. */
const plainText = (min: number, max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n]/u.test(text), 'characters')
    .refine((text) => text.length >= min, 'short')
    .refine((text) => text.length <= max, 'long');

const time = z.string().transform((text, context) => {
  const found = parseLocalInput(text);
  if (found) return found;
  context.addIssue({ code: 'custom', message: 'time' });
  return z.NEVER;
});
const optionalTime = z.union([z.literal('').transform(() => null), time]);
const box = z.enum(['on', '']).default('');

/** Which action, and what it is done to. Nobody types these. */
export const incidentActionForm = z.object({
  do: z.enum(INCIDENT_ACTIONS),
  newId: z.string().refine(isId).optional(),
  version: z.coerce.number().int().min(0).default(0),
});

const fields = {
  title: plainText(3, TITLE_MAX).refine((text) => !text.includes('\n'), 'characters'),
  body: plainText(10, BODY_MAX),
  'part-pages': box,
  'part-games': box,
  'part-chat': box,
  'part-payments': box,
  'part-mail': box,
  effect: z.enum(['slow', 'down']),
  startedAt: time,
  endedAt: optionalTime,
};

/** An incident as it is typed. @param now nothing can have begun or ended later */
export function incidentForm(now: Date) {
  return z.object(fields).transform(toIncident(now));
}

/** The same with the note that saving it takes. */
export function savedIncidentForm(now: Date) {
  return z.object({ ...fields, note: noteSchema }).transform(toIncident(now));
}

type Typed = Record<ReturnType<typeof getPartField>, string> & { startedAt: Date; endedAt: Date | null };

function toIncident(now: Date) {
  return <Value extends Typed>(value: Value, context: z.RefinementCtx) => {
    const { startedAt, endedAt } = value;
    const parts = PARTS.filter((part) => value[getPartField(part)] === 'on');
    const report = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (parts.length === 0) report('part-pages', 'none');
    if (startedAt > now) report('startedAt', 'future');
    if (endedAt !== null && endedAt > now) report('endedAt', 'future');
    if (endedAt !== null && endedAt < startedAt) report('endedAt', 'before');
    return { ...value, parts };
  };
}

/** Something new about an incident. */
export const updateForm = z.object({ update: plainText(3, BODY_MAX), note: noteSchema });

/** The end of an incident, or its deletion, which is confirmed. */
export const endForm = z.object({ note: noteSchema });
export const deleteForm = z.object({ note: noteSchema, confirm: z.literal('on') });
