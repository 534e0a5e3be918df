import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { texts } from '../page.texts.ts';
import type { MakingObstacle } from '../schema.ts';

/** In place of the form: why the player cannot make a group now. */
export function MakingClosed({ obstacle }: { obstacle: NonNullable<MakingObstacle> }) {
  const { title, text } = texts.obstacles[obstacle];
  return (
    <div className="wrap">
      <EmptyState level={1} title={title} text={text}>
        <LinkButton variant="primary" multiline to="/groups">
          {texts.back}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
