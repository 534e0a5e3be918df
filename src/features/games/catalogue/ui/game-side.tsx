import { Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Tag } from '../../../../web/kit/label.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { ReportButton } from '../../../reports/ui/report-dialog.tsx';
import { KeepButton } from '../../../offline/ui/keep-button.tsx';
import type { GamePage } from '../schema.ts';
import { dayOf, texts } from '../texts.ts';
import type { Viewer } from './game-card.tsx';
import { shareLink } from './share.ts';

type GameSideProps = { game: GamePage; viewer: Viewer; address: string };

/** Beside the game: its facts, and what one can do with it. */
export function GameSide({ game, viewer, address }: GameSideProps) {
  return (
    <div className="game-side">
      <section className="panel">
        <h2>{texts.game.info}</h2>
        <dl className="fact-list">
          <Fact name={texts.game.developer}>{game.developer}</Fact>
          <Fact name={texts.game.created}>{dayOf(game.createdAt)}</Fact>
          {game.bytes !== null && <Fact name={texts.game.size}>{texts.card.size(game.bytes)}</Fact>}
          {game.isPremium && <Fact name={texts.game.access}>{texts.card.premium}</Fact>}
          {game.genres.length > 0 && <Fact name={texts.game.genres}>{<Tags words={game.genres} />}</Fact>}
          {game.tags.length > 0 && <Fact name={texts.game.tags}>{<Tags words={game.tags} />}</Fact>}
        </dl>
      </section>
      <section className="panel quick-acts">
        <h2>{texts.game.actions}</h2>
        <KeepButton key={game.id} game={game} />
        <ShareButton title={game.title} address={address} />
        <ReportButton gameId={game.id} gameTitle={game.title} viewer={viewer} />
        <p>{texts.game.reportNote}</p>
      </section>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
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

function ShareButton({ title, address }: { title: string; address: string }) {
  const toast = useToast();
  const share = async () => {
    const how = await shareLink(title, address);
    if (how === 'copied') toast({ ...texts.toasts.shared, sticker: 'heart' });
    if (how === 'failed') toast({ ...texts.toasts.shareFailed, kind: 'bad' });
  };
  return (
    <Button variant="soft" className="needs-js" onClick={() => void share()}>
      <Icon icon={Share2} />
      {texts.game.share}
    </Button>
  );
}
