import { LinkButton } from '../../../web/kit/button.tsx';
import { isAsUsual, type FeatureFlag } from '../schema.ts';
import { switchTexts, texts } from '../texts.ts';
import '../../admin/ui/admin.css';

const words = texts.overview;

/** On the overview: what is not as usual now, and the way to the switches. */
export function SwitchesLink({ unusual }: { unusual: readonly FeatureFlag[] }) {
  const names = unusual.map((flag) => words.state(switchTexts[flag].title, !isAsUsual(flag, true)));
  return (
    <section className="panel operator-wait" aria-labelledby="switches">
      <h2 id="switches">{words.title}</h2>
      <p className={unusual.length > 0 ? 'troubled-count' : 'muted'}>{unusual.length > 0 ? words.unusual(names) : words.asUsual}</p>
      <LinkButton variant={unusual.length > 0 ? 'primary' : 'soft'} className="operator-wait-link" to="/operator/switches">
        {words.open}
      </LinkButton>
    </section>
  );
}
