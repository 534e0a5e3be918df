import type { ReactNode } from 'react';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { ADMIN_URLS, NEW_ROW, type EditorKind, type EditorView, type SaveResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { AuditLog } from './audit-log.tsx';
import { EditorFieldInput, type EditorField } from './editor-field.tsx';
import { MarketAdminFrame, PageLinks } from './market-admin-frame.tsx';
import { PictureField, usePicturePreview } from './picture-field.tsx';
import { SaveForm } from './save-form.tsx';
import { SaveNotice } from './save-notice.tsx';
import './admin.css';

type EditedRow = { id: string; name: string };

/** How items or templates are listed and edited. */
export type EditorDescription<Row extends EditedRow> = {
  page: 'items' | 'templates';
  kind: EditorKind;
  texts: { lead: string; addNew: string; newTitle: string; none: string; preview: string };
  /** The form's fields above the picture. */
  fields: readonly EditorField<Row>[];
  picture: { accept: string; hint: string; getUrl(row: Row): string };
  thumbnail: { className?: string; getUrl(row: Row): string };
  /** What the list says about a row, besides its name. */
  describe(row: Row): string;
};

/** What a page of items or templates shows. */
export type EditorPageProps<Row extends EditedRow> = {
  view: EditorView<Row>;
  isStart: boolean;
  /** The selected row was just added. */
  isAdded: boolean;
  result: SaveResult | undefined;
};

type EditorProps<Row extends EditedRow> = EditorPageProps<Row> & {
  description: EditorDescription<Row>;
  /** Shows how a row looks. @param pictureUrl its picture, or the one that is selected and not uploaded yet; null for none */
  renderPreview: (row: Row | null, pictureUrl: string | null) => ReactNode;
};

/** All items or templates for operators: the list, and the form that adds or changes one. */
export function EditorPage<Row extends EditedRow>(props: EditorProps<Row>) {
  const { view, isStart, isAdded, result, description } = props;
  const { rows, next, open } = view;
  const url = ADMIN_URLS[description.page];
  return (
    <MarketAdminFrame page={description.page} lead={description.texts.lead}>
      <SaveNotice result={result} added={isAdded && open !== null && open !== NEW_ROW ? open.name : null} />
      {open === null ? (
        <p>
          <LinkButton variant="primary" to={urlForRow(description, NEW_ROW)}>
            {description.texts.addNew}
          </LinkButton>
        </p>
      ) : (
        <RowForm key={open === NEW_ROW ? NEW_ROW : open.id} {...props} row={open === NEW_ROW ? null : open} />
      )}
      {rows.length === 0 && <p className="muted">{description.texts.none}</p>}
      <ul className="case-rows">
        {rows.map((row) => (
          <RowItem key={row.id} row={row} description={description} />
        ))}
      </ul>
      <PageLinks url={url} next={next} isStart={isStart} />
    </MarketAdminFrame>
  );
}

function urlForRow<Row extends EditedRow>({ page, kind }: EditorDescription<Row>, id: string): string {
  return `${ADMIN_URLS[page]}?${kind}=${id}`;
}

function RowItem<Row extends EditedRow>({ row, description }: { row: Row; description: EditorDescription<Row> }) {
  const { className, getUrl } = description.thumbnail;
  return (
    <li>
      <img className={className} src={getUrl(row)} width="56" height="56" alt="" loading="lazy" />
      <div>
        <b>{row.name}</b>
        <p className="muted">{description.describe(row)}</p>
      </div>
      <LinkButton variant="soft" size="sm" to={urlForRow(description, row.id)} aria-label={texts.open(row.name)}>
        {texts.change}
      </LinkButton>
    </li>
  );
}

function RowForm<Row extends EditedRow>({ row, view, result, description, renderPreview }: EditorProps<Row> & { row: Row | null }) {
  const { fields, picture } = description;
  const id = row?.id ?? NEW_ROW;
  const savedUrl = row && picture.getUrl(row);
  const [previewUrl, setPreviewUrl] = usePicturePreview(`${id} ${savedUrl ?? ''}`);
  return (
    <section className="panel operating-open" aria-labelledby="open">
      <h2 id="open">{row?.name ?? description.texts.newTitle}</h2>
      <div className="operating-columns">
        <SaveForm id={id} url={urlForRow(description, id)} cancelUrl={ADMIN_URLS[description.page]} result={result} hasPicture>
          {(state) => (
            <>
              {fields.map((field) => (
                <EditorFieldInput key={field.type === 'checkboxes' ? field.type : field.name} field={field} row={row} state={state} />
              ))}
              <PictureField
                label={texts.picture}
                hint={row === null ? picture.hint : `${picture.hint} ${texts.pictureKeep}`}
                error={state.errorOf('picture')}
                accept={picture.accept}
                required={row === null}
                onPreview={setPreviewUrl}
              />
            </>
          )}
        </SaveForm>
        <div className="operating-side">
          <h3>{description.texts.preview}</h3>
          {renderPreview(row, previewUrl ?? savedUrl)}
          {row && <AuditLog id="log" log={view.log} />}
        </div>
      </div>
    </section>
  );
}
