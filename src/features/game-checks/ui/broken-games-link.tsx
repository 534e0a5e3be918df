import { LinkButton } from '../../../web/kit/button.tsx';
import { BROKEN_GAMES_PATH } from '../../case-queue/schema.ts';
import { FOUND_BROKEN_PATH, type ChecksOverview } from '../schema.ts';
import { describeBrowser, texts } from '../texts.ts';
import '../../admin/ui/admin.css';

/** Shows operators how many games the check has hidden and nobody has decided about, and whether the last night was stopped. */
export function BrokenGamesLink({ waiting, night, browser }: ChecksOverview) {
  const isTrouble = waiting > 0 || night?.isStopped === true;
  // A stopped night hides nothing: then what it found is what to look at.
  const hasNoneHidden = waiting === 0 && night?.isStopped === true;
  return (
    <section className="panel operator-wait" aria-labelledby="broken-games">
      <h2 id="broken-games">{texts.waiting.title}</h2>
      <p className={isTrouble ? 'check-words troubled-count' : 'check-words muted'}>
        {texts.waiting.count(waiting)} {night?.isStopped && texts.night.stopped} {describeBrowser(browser)}
      </p>
      <LinkButton
        variant={isTrouble ? 'primary' : 'soft'}
        className="operator-wait-link"
        to={hasNoneHidden ? FOUND_BROKEN_PATH : BROKEN_GAMES_PATH}
      >
        {hasNoneHidden ? texts.waiting.foundBroken : texts.waiting.open}
      </LinkButton>
    </section>
  );
}
