import { seeOutcome } from '../texts.ts';

/** Loads a page again without the query of the return from a checkout, for browsers without JavaScript. */
export function SeeOutcomeLink({ path }: { path: string }) {
  return (
    <a className="link" href={path}>
      {seeOutcome}
    </a>
  );
}
