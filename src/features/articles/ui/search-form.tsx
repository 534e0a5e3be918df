import { Form } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { QUERY_MAX } from '../schema.ts';
import { texts } from '../texts.ts';
import './article-lists.css';

/** Searches articles. A GET form, so that it works without JavaScript and the results have a URL that can be shared. */
export function SearchForm({ action, label, query }: { action: string; label: string; query: string }) {
  return (
    <Form role="search" aria-label={label} method="get" action={action} className="article-search">
      <Field
        key={query}
        type="search"
        name="q"
        label={label}
        defaultValue={query}
        maxLength={QUERY_MAX}
        enterKeyHint="search"
        autoComplete="off"
      />
      <Button type="submit" variant="primary">
        {texts.search}
      </Button>
    </Form>
  );
}

/** Announces the number of results to screen readers. The element exists before the search, because otherwise it would not be read out. */
export function ResultsAnnouncement({ count, query }: { count: number; query: string }) {
  return (
    <p role="status" className="visually-hidden">
      {query !== '' && texts.found(count, query)}
    </p>
  );
}
