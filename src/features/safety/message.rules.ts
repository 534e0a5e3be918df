import { classifyText, type Classifier } from './classifier/rules.ts';
import { analyzeText, type CompiledLists } from './filter/rules.ts';
import type { HelpSigns, TextAnalysis } from './filter/schema.ts';
import { findHelp, type HelpLists } from './help.rules.ts';

/** What judges a message: the filter's lists, those that find who asks for help, and the classifier. */
export type MessageFilter = { filter: CompiledLists; help: HelpLists; classifier: Classifier };

/**
 * Judges a message from one player to another: whether it is refused, first by the lists and then by the classifier, which soft kinds it has,
 * and whether its author asks for help. The words in which somebody asks for help are not refused; anything else in the message is.
 */
export function judgeMessage(text: string, { filter, help, classifier }: MessageFilter): TextAnalysis & { help: HelpSigns | null } {
  const signs = findHelp(text, help);
  const { refused, soft } = analyzeText(text, filter, undefined, signs?.ranges);
  // What a child tells who was harmed reads much like what it is about, so the classifier is not asked about it.
  return { refused: refused ?? (signs === null ? classifyText(text, classifier) : null), soft, help: signs };
}
