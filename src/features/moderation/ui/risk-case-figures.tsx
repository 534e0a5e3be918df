import { figureTexts as texts } from '../texts.ts';
import '../../admin/ui/admin.css';

/** Shows operators what became of the cases that Kiddo opened by itself: if most come to nothing, the threshold is too low. */
export function RiskCaseFigures(figures: { open: number; acted: number; dismissed: number }) {
  return (
    <section className="panel operator-wait" aria-labelledby="risk-case-figures">
      <h2 id="risk-case-figures">{texts.title}</h2>
      <p className="muted">{texts.figures(figures)}</p>
    </section>
  );
}
