import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { texts } from '../texts.ts';
import '../../admin/ui/player-billing.css';

type PlayerLookupFormProps = {
  /** The query that had no match. */
  notFoundQuery?: string;
  /** The page's heading already serves as the title. */
  isStandalone?: boolean;
};

/** Search form that leads an operator to a player's billing page. It uses GET, so it works without JavaScript. */
export function PlayerLookupForm({ notFoundQuery, isStandalone = false }: PlayerLookupFormProps) {
  return (
    <section className="panel find-payer" {...(isStandalone ? { 'aria-label': texts.title } : { 'aria-labelledby': 'find-payer' })}>
      {!isStandalone && (
        <>
          <h2 id="find-payer">{texts.title}</h2>
          <p className="muted">{texts.lead}</p>
        </>
      )}
      <Form action="/operator/players" role="search" aria-label={texts.title}>
        <Field
          key={notFoundQuery}
          name="username"
          label={texts.label}
          hint={texts.hint}
          error={notFoundQuery === undefined ? null : texts.nobody}
          defaultValue={notFoundQuery ?? ''}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" variant="primary" className="find-payer-submit">
          {texts.find}
        </Button>
      </Form>
    </section>
  );
}
