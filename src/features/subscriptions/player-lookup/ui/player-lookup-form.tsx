import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { texts } from '../texts.ts';

type PlayerLookupFormProps = {
  /** What was looked for, and found nobody. */
  notFoundQuery?: string;
  /** The page's title says it already. */
  isStandalone?: boolean;
};

/** Leads an operator to a player's money. It asks by the address, so it needs no script. */
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
        <Button type="submit" variant="primary">
          {texts.find}
        </Button>
      </Form>
    </section>
  );
}
