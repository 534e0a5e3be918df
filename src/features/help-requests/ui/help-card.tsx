import { useState, type FormEvent } from 'react';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { Button, buttonClass } from '../../../web/kit/button.tsx';
import { TextArea } from '../../../web/kit/text-area.tsx';
import { useFocusFallback } from '../../../web/kit/use-focus-fallback.ts';
import { postForm } from '../../../web/post-form.ts';
import { GET_HELP_PATH, HELP_TEXT_MAX, TELL_TEAM_PATH, type AskForHelpResult, type HelpCardView, type HelpLine } from '../schema.ts';
import { texts } from '../texts.ts';
import './help-card.css';

type HelpCardProps = {
  card: HelpCardView;
  /** Takes the card away; without it there is no button to close. */
  onClose?: () => void;
};

/** Help for who asked for it: a line to call, whom to tell, and the button that tells our team. */
function HelpCard({ card, onClose }: HelpCardProps) {
  const [first, ...others] = card.lines;
  if (!first) return null;
  return (
    <div className="help-card">
      <div className="help-card-said">
        <h2>{card.isTeamNotified ? texts.notifiedTitle : texts.title}</h2>
        <p>{texts.lead}</p>
        {card.isTeamNotified && <p>{texts.notified(first)}</p>}
      </div>
      {/* The buttons before the rest: on a phone the card has room for little more. */}
      <div className="help-card-acts">
        <CallLink line={first} />
        {!card.isTeamNotified && <AskForm line={first} words={card.words} />}
        {onClose && (
          <Button variant="plain" onClick={onClose}>
            {texts.close}
          </Button>
        )}
      </div>
      <HelpLines first={first} others={others} />
    </div>
  );
}

type HelpCardPlaceProps = {
  card: HelpCardView | null;
  onClose: () => void;
  /** It stands in what scrolls itself, such as a dialog; else a long card scrolls and leaves room for what is around it. */
  isWhole?: boolean;
};

/** Where a card appears: screen readers say it when it comes, and the focus stays where it is until the card is closed. */
export function HelpCardPlace({ card, onClose, isWhole = false }: HelpCardPlaceProps) {
  const [closed, setClosed] = useState<HelpCardView>();
  const place = useFocusFallback<HTMLDivElement>(closed);
  const close = () => {
    setClosed(card ?? undefined);
    onClose();
  };
  return (
    <div className={isWhole ? 'help-card-place help-card-whole' : 'help-card-place'} role="status" aria-atomic="false" {...place}>
      {card && <HelpCard key={card.words} card={card} onClose={close} />}
    </div>
  );
}

/** Calls a help line. */
export function CallLink({ line }: { line: HelpLine }) {
  return (
    <a className={buttonClass({ variant: 'soft' }, 'help-card-call')} href={`tel:${line.number}`}>
      {texts.call(line)}
    </a>
  );
}

/** That calling is free, whom to tell, and the lines of other countries. */
export function HelpLines({ first, others }: { first: HelpLine; others: readonly HelpLine[] }) {
  return (
    <>
      <p>
        {texts.free(first.country)} {texts.danger(first.emergency)}
      </p>
      <p>{texts.tell}</p>
      {others.length > 0 && (
        <details>
          <summary>{texts.elsewhere}</summary>
          <ul>
            {others.map((line) => (
              <li key={line.country}>{texts.line(line)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type FailedState = 'failed' | 'slow';

function toFailedState(code: string | undefined): FailedState {
  return code === 'too-many-requests' ? 'slow' : 'failed';
}

type AskFormProps = {
  line: HelpLine;
  /** What the player wrote; null: the form has a field to write it. */
  words: string | null;
  /** Why the page's action failed. */
  failure?: ActionFailure | null;
};

/** The button that tells our team. Without JavaScript the page with the help lines takes its form, and says what happened. */
export function AskForm({ line, words, failure = null }: AskFormProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'done' | FailedState>(failure ? toFailedState(failure.code) : 'idle');
  const place = useFocusFallback<HTMLParagraphElement>(state === 'done' ? state : undefined);
  const submit = async (form: HTMLFormElement) => {
    setState('busy');
    const text = new FormData(form).get('text');
    const answer = await postForm<AskForHelpResult>(TELL_TEAM_PATH, { text: typeof text === 'string' ? text : '' }).catch(() => null);
    setState(answer?.ok ? 'done' : toFailedState(answer?.code));
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state !== 'busy') void submit(event.currentTarget);
  };
  if (state === 'done')
    return (
      <p role="status" {...place}>
        {texts.asked(line)}
      </p>
    );
  return (
    <form className="help-card-said" method="post" action={GET_HELP_PATH} onSubmit={onSubmit}>
      {words === null ? (
        <TextArea name="text" label={texts.textLabel} rows={3} maxLength={HELP_TEXT_MAX} defaultValue={failure?.values['text']} />
      ) : (
        <input type="hidden" name="text" value={words} />
      )}
      <p>{texts.buttonHint}</p>
      <div role="alert">{state === 'failed' ? texts.failed(line) : state === 'slow' ? texts.slow(line) : null}</div>
      <div>
        <Button type="submit" variant="primary" multiline aria-disabled={state === 'busy' || undefined}>
          {state === 'busy' ? texts.busy : texts.button}
        </Button>
      </div>
    </form>
  );
}
