import type { SyntheticEvent } from 'react';
import { Icon } from '../../../web/kit/icon.tsx';
import type { Section } from '../schema.ts';
import { Blocks } from './blocks.tsx';
import './article-lists.css';

/** Questions and answers, one open at a time. The shared `name` makes browsers close the others; older browsers need the handler. */
export function Faq({ questions }: { questions: Section[] }) {
  return (
    <div className="faq">
      {questions.map((question) => (
        <details key={question.id} id={question.id} name="faq" className="panel" onToggle={closeOthers}>
          <summary>
            <h3>{question.title}</h3>
            <Icon icon="chevron-down" />
          </summary>
          <div className="article">
            <Blocks blocks={question.blocks} parentLevel={2} />
          </div>
        </details>
      ))}
    </div>
  );
}

function closeOthers({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (!currentTarget.open) return;
  for (const other of currentTarget.parentElement?.querySelectorAll('details') ?? []) if (other !== currentTarget) other.open = false;
}
