import type { ReactNode } from 'react';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Tag } from '../../../../web/kit/badge.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { ReportButton } from '../../../reports/ui/report-dialog.tsx';
import { DataCost } from '../../../data-saver/ui/data-cost.tsx';
import type { GamePage } from '../schema.ts';
import { formatDay } from '../../../../shared/date-format.ts';
import { texts as cardTexts } from '../card.texts.ts';
import { texts } from '../texts.ts';
import type { ViewerKind } from './game-card.tsx';
import { shareLink } from './share.ts';
import './game-facts.css';

type GameSidebarProps = { game: GamePage; viewer: ViewerKind; url: string; saveOfflineButton: ReactNode; similarGames: ReactNode };

/** The sidebar of a game's page: its facts and actions, and games like it. */
export function GameSidebar({ game, viewer, url, saveOfflineButton, similarGames }: GameSidebarProps) {
  return (
    <div className="game-side">
      <section className="panel">
        <h2>{texts.game.info}</h2>
        <dl className="fact-list">
          <FactItem name={texts.game.developer}>{game.developer || texts.game.unknownDeveloper}</FactItem>
          <FactItem name={texts.game.created}>{game.createdAt === null ? texts.game.unknown : formatDay(game.createdAt)}</FactItem>
          {game.bytes !== null && (
            <FactItem name={texts.game.size}>
              {cardTexts.size(game.bytes)}
              <DataCost bytes={game.bytes} />
            </FactItem>
          )}
          {game.minAge !== undefined && <FactItem name={texts.game.age}>{cardTexts.fromAge(game.minAge)}</FactItem>}
          {game.isPremium && <FactItem name={texts.game.access}>{cardTexts.premium}</FactItem>}
          {game.genres.length > 0 && <FactItem name={texts.game.genres}>{<Tags words={game.genres} />}</FactItem>}
          {game.tags.length > 0 && <FactItem name={texts.game.tags}>{<Tags words={game.tags} />}</FactItem>}
        </dl>
      </section>
      <section className="panel quick-acts">
        <h2>{texts.game.actions}</h2>
        {saveOfflineButton}
        <ShareButton title={game.title} url={url} />
        <ReportButton gameId={game.id} gameTitle={game.title} viewer={viewer} />
        <p>{texts.game.reportNote}</p>
      </section>
      {similarGames}
    </div>
  );
}

function FactItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Tags({ words }: { words: string[] }) {
  return (
    <ul className="tags">
      {words.map((word) => (
        <Tag key={word}>{word}</Tag>
      ))}
    </ul>
  );
}

function ShareButton({ title, url }: { title: string; url: string }) {
  const toast = useToast();
  const share = async () => {
    const outcome = await shareLink(title, url);
    if (outcome === 'copied') toast({ ...texts.toasts.shared, sticker: 'heart' });
    if (outcome === 'failed') toast({ ...texts.toasts.shareFailed, kind: 'bad' });
  };
  return (
    <Button variant="soft" className="needs-js" onClick={() => void share()}>
      <Icon icon="share-2" />
      {texts.game.share}
    </Button>
  );
}
