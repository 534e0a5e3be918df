import { LinkButton } from '../../../web/kit/button.tsx';
import { BROKEN_GAMES_PATH } from '../../case-queue/schema.ts';
import type { ChecksOverview } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../admin/ui/admin.css';

/** Shows operators how many games the check has hidden and nobody has decided about, and whether the last night was stopped. */
export function BrokenGamesLink({ waiting, night, browser }: ChecksOverview) {
  const isTrouble = waiting > 0 || night?.isStopped === true;
  return (
    <section className="panel operator-wait" aria-labelledby="broken-games">
      <h2 id="broken-games">{texts.waiting.title}</h2>
      <p className={isTrouble ? 'troubled-count' : 'muted'}>
        {texts.waiting.count(waiting)} {night?.isStopped && texts.night.stopped} {browser === 'missing' && texts.waiting.noBrowser}
      </p>
      <LinkButton variant={isTrouble ? 'primary' : 'soft'} className="operator-wait-link" to={BROKEN_GAMES_PATH}>
        {texts.waiting.open}
      </LinkButton>
    </section>
  );
}
