import type { ActionResult } from '../../../shared/action-result.ts';
import { PARTS, type CheckState, type Incident, type Part } from '../schema.ts';

export const TITLE_MAX = 80;
export const BODY_MAX = 600;
export const INCIDENTS_PATH = '/operator/status';

/** The page of one incident; without an id, of one that is to be written. */
export function urlForIncident(id?: string): string {
  return `${INCIDENTS_PATH}/${id === undefined ? 'new' : encodeURIComponent(id)}`;
}

/** The name of a part's box in the form. */
export function getPartField(part: Part): `part-${Part}` {
  return `part-${part}`;
}

/** The fields of the form, which keep what was typed. */
export const INCIDENT_FIELDS = ['title', 'body', ...PARTS.map(getPartField), 'effect', 'startedAt', 'endedAt', 'note'] as const;
export type IncidentField = (typeof INCIDENT_FIELDS)[number];

/** What can be done to an incident. */
export const INCIDENT_ACTIONS = ['preview', 'save', 'update', 'end', 'delete'] as const;

/** What the last check of a part found, as operators see it. */
export type CheckView = { part: Part; state: CheckState; at: string; durationMs: number | null; error: string };

/** What was done, so that the page says it after it was opened again. */
export const DONE = ['written', 'deleted'] as const;
export type Done = (typeof DONE)[number];

export type IncidentsView = { checks: CheckView[]; isStale: boolean; incidents: Incident[] };

type LogEntry = { id: string; at: string; actor: string; action: string; note: string };

export type IncidentView = {
  /** Null: it is to be written. */
  incident: Incident | null;
  /** The id of the one that is to be written, and of the next update: a form that is sent twice does it once. */
  newId: string;
  /** 0: it is to be written. */
  version: number;
  /** What the form holds at first. */
  values: Record<IncidentField, string>;
  /** Newest first. */
  log: LogEntry[];
};

/** `go`: where the page leads next. `incident`: how it will look, with what was typed. */
export type IncidentResult = ActionResult<
  | { do: 'preview'; incident: Incident; values: Partial<Record<string, string>> }
  | { do: 'save' | 'update' | 'end'; go: null }
  | { do: 'save' | 'delete'; go: string }
>;
