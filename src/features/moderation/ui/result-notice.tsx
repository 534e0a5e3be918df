import { Note } from '../../../web/kit/note.tsx';
import { texts } from '../texts.ts';

type ResultNoticeProps = {
  /** What a toast says as well; null if the action did not succeed. */
  success: { title: string; text: string } | null;
  /** Null if there is no error, or a field shows it. */
  error: string | null;
};

/** The result of a form: an error, and without JavaScript also a success. */
export function ResultNotice({ success, error }: ResultNoticeProps) {
  return (
    <>
      {success && (
        <noscript>
          <Note variant="good" title={success.title}>
            <p>{success.text}</p>
          </Note>
        </noscript>
      )}
      {error !== null && (
        <div role="alert">
          <Note variant="bad" title={texts.failed.title}>
            <p>{error}</p>
          </Note>
        </div>
      )}
    </>
  );
}
