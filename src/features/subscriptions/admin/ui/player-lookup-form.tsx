import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { texts } from '../texts.ts';
import './player-billing.css';

type PlayerLookupFormProps = {
  /** The query that had no match. */
  notFoundQuery?: string;
  /** The page's heading already serves as the title. */
  isStandalone?: boolean;
};

/** Search form that leads an operator to a player's billing page. It uses GET, so it works without JavaScript. */
export function PlayerLookupForm({ notFoundQuery, isStandalone = false }: PlayerLookupFormProps) {
  return (
    <section className="panel find-payer" {...(isStandalone ? { 'aria-label': texts.lookup.title } : { 'aria-labelledby': 'find-payer' })}>
      {!isStandalone && (
        <>
          <h2 id="find-payer">{texts.lookup.title}</h2>
          <p className="muted">{texts.lookup.lead}</p>
        </>
      )}
      <Form action="/operator/players" role="search" aria-label={texts.lookup.title}>
        <Field
          key={notFoundQuery}
          name="username"
          label={texts.lookup.label}
          hint={texts.lookup.hint}
          error={notFoundQuery === undefined ? null : texts.lookup.nobody}
          defaultValue={notFoundQuery ?? ''}
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" variant="primary" className="find-payer-submit">
          {texts.lookup.find}
        </Button>
      </Form>
    </section>
  );
}
