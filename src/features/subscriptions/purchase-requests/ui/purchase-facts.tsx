import { describePurchase, describeTiming, type PurchaseTexts } from '../purchase.texts.ts';
import type { PurchaseItem, PurchaseTiming, PurchaseView } from '../schema.ts';

type PurchaseFactsProps = {
  item: PurchaseItem;
  timing: PurchaseTiming;
  monthMinor: number;
  language: PurchaseView['language'];
  words: PurchaseTexts;
};

/** What is asked for, what it costs and brings, that it ends, and what was paid in this month. */
export function PurchaseFacts({ item, timing, monthMinor, language, words }: PurchaseFactsProps) {
  const { facts } = words;
  return (
    <div className="panel">
      <dl className="purchase-facts" aria-label={facts.label}>
        <div>
          <dt>{facts.what}</dt>
          <dd>{describePurchase(item, language)}</dd>
        </div>
        <div>
          <dt>{facts.price}</dt>
          <dd className="purchase-price">{words.money(item.priceMinor)}</dd>
        </div>
        <div>
          <dt>{facts.brings}</dt>
          <dd>{item.kind === 'plan' ? <Benefits item={item} words={words} /> : facts.packBrings}</dd>
        </div>
        <div>
          <dt>{item.kind === 'plan' ? facts.after(item.days) : facts.renewal}</dt>
          <dd>{item.kind === 'plan' ? facts.ends : facts.never}</dd>
        </div>
        <div>
          <dt>{facts.month}</dt>
          <dd>{words.money(monthMinor)}</dd>
        </div>
      </dl>
      {describeTiming(timing, language).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** The features have the names that the plan's card gives them, in English. */
function Benefits({
  item: { features, kiddocash: amount },
  words,
}: {
  item: Extract<PurchaseItem, { kind: 'plan' }>;
  words: PurchaseTexts;
}) {
  const kiddocash = amount > 0 ? words.kiddocash(amount) : null;
  return (
    <>
      {features.length > 0 && <span lang="en">{features.join(', ')}</span>}
      {features.length > 0 && kiddocash !== null && ', '}
      {kiddocash}
    </>
  );
}
