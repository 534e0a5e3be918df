import { useRef, type RefObject } from 'react';
import { Form, Link } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import { AT_END, type FeaturedPlan, type PicksResult, type PicksView } from '../picks/schema.ts';
import { texts } from '../picks/texts.ts';
import { GAMES_PATH, QUERY_MAX, type AdminGame } from '../listing/schema.ts';
import { PICKS_PATH } from '../schema.ts';
import { texts as gameTexts } from '../texts.ts';
import { GameStatePill, GameThumbnail } from './game-thumbnail.tsx';
import { usePickDrag } from './use-pick-drag.ts';
import '../../../web/staff.css';
import './game-admin.css';

type PicksPageProps = { view: PicksView; answer: PicksResult | undefined };

/**
 * The staff picks in their order and the games that are featured for a time. All buttons are in one form with one note, so that moving several
 * picks takes one reason; without scripts they are plain submit buttons.
 */
export function PicksPage({ view, answer }: PicksPageProps) {
  const pendingForm = usePendingForm();
  const form = useRef<HTMLFormElement>(null);
  const failure = answer && !answer.ok ? answer : null;
  const toast = answer?.ok ? texts.done[answer.do](answer.title) : null;
  useResultToast(answer, toast);
  const noteError = failure?.fieldErrors['note'] ?? null;
  const error = failure !== null && noteError === null ? { title: texts.failedTitle, text: failure.error ?? texts.failed } : null;
  return (
    <AdminLayout page="picks" title={texts.title} lead={texts.lead} className="game-admin">
      <p>
        <Link className="link case-link" to={GAMES_PATH}>
          {gameTexts.back}
        </Link>
      </p>
      <ResultNotice toast={toast} error={error} />
      <Form key={view.query} role="search" aria-label={texts.find} action={PICKS_PATH} className="game-admin-search" preventScrollReset>
        <Field
          name="q"
          type="search"
          label={texts.find}
          defaultValue={view.query}
          maxLength={QUERY_MAX}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit" variant="secondary">
          {texts.findButton}
        </Button>
      </Form>
      <Form ref={form} method="post" replace preventScrollReset className="game-admin-picks" onSubmit={pendingForm.onSubmit}>
        {/* What Enter in a field would press: nothing, instead of the first button of the first game. */}
        <button type="submit" disabled hidden aria-hidden="true" />
        <TextAreaField
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          maxLength={NOTE_MAX}
          defaultValue={failure?.values['note'] ?? ''}
          error={noteError}
          required
          onInput={() => {}}
        />
        {view.query !== '' && <FoundGames view={view} />}
        <PickList picks={view.picks} form={form} />
        <Plans view={view} values={failure?.values ?? {}} />
      </Form>
    </AdminLayout>
  );
}

function FoundGames({ view: { found, picks } }: { view: PicksView }) {
  const isPick = (game: AdminGame) => picks.some(({ id }) => id === game.id);
  return (
    <section className="panel" aria-labelledby="picks-found">
      <h2 id="picks-found">{texts.found}</h2>
      {found.length === 0 && <p className="muted">{texts.nothingFound}</p>}
      <ul className="admin-games">
        {found.map((game) => (
          <li key={game.id} className="admin-game">
            <GameThumbnail game={game} />
            <span className="admin-game-acts">
              {!isPick(game) && (
                <Button type="submit" name="do" value={`add ${game.id}`} variant="soft" size="sm" aria-label={texts.addGame(game.title)}>
                  {texts.add}
                </Button>
              )}
              <Button
                type="submit"
                name="do"
                value={`feature ${game.id}`}
                variant="soft"
                size="sm"
                aria-label={texts.featureGame(game.title)}
              >
                {texts.feature}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PickList({ picks, form }: { picks: AdminGame[]; form: RefObject<HTMLFormElement | null> }) {
  const submitter = useRef<HTMLButtonElement>(null);
  const { list, dragged, before, startDrag } = usePickDrag((id, target) => {
    if (!submitter.current) return;
    submitter.current.value = `move ${id} ${target}`;
    form.current?.requestSubmit(submitter.current);
  });
  return (
    <section className="panel" aria-labelledby="picks-order">
      <h2 id="picks-order">{texts.picks}</h2>
      {picks.length === 0 && <p className="muted">{texts.none}</p>}
      <button ref={submitter} type="submit" name="do" hidden tabIndex={-1} aria-hidden="true" />
      <ol ref={list} className="admin-games">
        {picks.map((game, place) => (
          <li
            key={game.id}
            data-id={game.id}
            className={`admin-game${dragged === game.id ? ' dragged' : ''}${before === game.id ? ' drop-before' : ''}`}
          >
            <span
              className="pick-handle needs-js"
              aria-hidden="true"
              title={texts.drag}
              onPointerDown={(event) => startDrag(event, game.id)}
            >
              ⠿
            </span>
            <GameThumbnail game={game} />
            {game.state !== 'shown' && <GameStatePill game={game} />}
            <PickButtons
              game={game}
              previous={picks[place - 1]?.id}
              next={picks[place + 1]?.id}
              afterNext={picks[place + 2]?.id ?? AT_END}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

type PickButtonsProps = { game: AdminGame; previous: string | undefined; next: string | undefined; afterNext: string };

function PickButtons({ game: { id, title }, previous, next, afterNext }: PickButtonsProps) {
  return (
    <span className="admin-game-acts">
      {previous !== undefined && (
        <Button type="submit" name="do" value={`move ${id} ${previous}`} variant="soft" size="sm" aria-label={texts.moveUp(title)}>
          {texts.up}
        </Button>
      )}
      {next !== undefined && (
        <Button type="submit" name="do" value={`move ${id} ${afterNext}`} variant="soft" size="sm" aria-label={texts.moveDown(title)}>
          {texts.down}
        </Button>
      )}
      <Button type="submit" name="do" value={`remove ${id}`} variant="soft" size="sm" aria-label={texts.takeOff(title)}>
        {texts.remove}
      </Button>
    </span>
  );
}

function Plans({ view: { plans, week }, values }: { view: PicksView; values: Partial<Record<string, string>> }) {
  return (
    <section className="panel" aria-labelledby="picks-plan">
      <h2 id="picks-plan">{texts.plan}</h2>
      <p className="muted">{texts.planLead}</p>
      <div className="pick-days">
        <Field name="from" type="date" label={texts.from} defaultValue={values['from'] || week.from} required />
        <Field name="until" type="date" label={texts.until} defaultValue={values['until'] || week.until} required />
      </div>
      <p className="muted">{texts.planHint}</p>
      <h3>{texts.plans}</h3>
      {plans.length === 0 ? (
        <p className="muted">{texts.noPlans}</p>
      ) : (
        <ul className="admin-games">
          {plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PlanRow({ plan: { id, game, from, until, isNow } }: { plan: FeaturedPlan }) {
  return (
    <li className="admin-game">
      <div className="admin-game-name">
        <b>{game.title}</b> {isNow && <span className="state-pill resolved">{texts.now}</span>}
        <p className="muted">{texts.days(from, until)}</p>
      </div>
      <Button type="submit" name="do" value={`unfeature ${id}`} variant="soft" size="sm" aria-label={texts.takeBackPlan(game.title)}>
        {texts.takeBack}
      </Button>
    </li>
  );
}
