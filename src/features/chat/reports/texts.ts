import type { ReportReason } from '../schema.ts';

const reasonPhrases: Record<ReportReason, string> = {
  bullying: 'being mean',
  'bad-words': 'bad words',
  scary: 'something scary',
  'personal-details': 'asking for or telling private things',
  pretends: 'pretending to be somebody else',
  other: 'something else',
};

/** The confirmation notification for the reporter. @param name null if the reporter does not see the player any more */
export function receipt(name: string | null, reason: ReportReason): { title: string; message: string } {
  return {
    title: `Your report about ${name ?? 'a player'}`,
    message: `You told us about ${reasonPhrases[reason]}. A person looks at it within 24 hours, and we will tell you. ${name ?? 'The player'} does not see who reported it.`,
  };
}
