import { LinkButton } from '../../../../web/kit/button.tsx';
import { Checkbox, Field } from '../../../../web/kit/field.tsx';
import { ADMIN_URLS, type SaveResult, type AdminTemplate, type TemplatesView } from '../schema.ts';
import { texts } from '../texts.ts';
import { PageLinks, MarketAdminFrame } from './market-admin-frame.tsx';
import { FileField, AuditLog, SaveNotice, SaveForm, useFilePreview } from './save-form.tsx';
import './admin.css';

const words = texts.templates;
const PAGE_URL = ADMIN_URLS.templates;

type TemplatesPageProps = {
  view: TemplatesView;
  isStart: boolean;
  /** The selected template was just added. */ isAdded: boolean;
  answer: SaveResult | undefined;
};

/** All templates for heads, for operators: add and change them. */
export function TemplatesPage({ view, isStart, isAdded, answer }: TemplatesPageProps) {
  const { templates, next, open } = view;
  return (
    <MarketAdminFrame page="templates" lead={words.lead}>
      <SaveNotice answer={answer} added={isAdded && open !== null && open !== 'new' ? open.name : null} />
      {open === null ? (
        <p>
          <LinkButton variant="primary" to={`${PAGE_URL}?template=new`}>
            {words.addNew}
          </LinkButton>
        </p>
      ) : (
        <TemplateForm key={open === 'new' ? 'new' : open.id} view={view} open={open} answer={answer} />
      )}
      {templates.length === 0 && <p className="muted">{words.none}</p>}
      <ul className="case-rows">
        {templates.map((template) => (
          <li key={template.id}>
            <img className="operating-head" src={template.picture} width="56" height="56" alt="" loading="lazy" />
            <div>
              <b>{template.name}</b>
              <p className="muted">
                {[template.style, template.isPremium && words.premium, !template.isListed && words.off].filter(Boolean).join(', ')}
              </p>
            </div>
            <LinkButton variant="soft" size="sm" to={`${PAGE_URL}?template=${template.id}`} aria-label={texts.open(template.name)}>
              {texts.change}
            </LinkButton>
          </li>
        ))}
      </ul>
      <PageLinks url={PAGE_URL} next={next} isStart={isStart} />
    </MarketAdminFrame>
  );
}

function TemplateForm({ view, open, answer }: { view: TemplatesView; open: AdminTemplate | 'new'; answer: SaveResult | undefined }) {
  const template = open === 'new' ? null : open;
  const [previewUrl, setPreviewUrl] = useFilePreview(`${template?.id ?? 'new'} ${template?.picture ?? ''}`);
  const shown = previewUrl ?? template?.picture ?? null;
  const id = template?.id ?? 'new';
  return (
    <section className="panel operating-open" aria-labelledby="open">
      <h2 id="open">{template?.name ?? words.newTitle}</h2>
      <div className="operating-columns">
        <SaveForm id={id} url={`${PAGE_URL}?template=${id}`} cancelUrl={PAGE_URL} answer={answer} hasPicture>
          {({ typed, errorFor: faultOf, wasSent }) => {
            // Browsers do not submit an unchecked checkbox.
            const isChecked = (name: string, now: boolean) => typed(name, wasSent ? '' : now ? 'yes' : '') === 'yes';
            return (
              <>
                <Field
                  name="name"
                  label={texts.name}
                  defaultValue={typed('name', template?.name ?? '')}
                  error={faultOf('name')}
                  maxLength={60}
                  required
                />
                <Field
                  name="style"
                  label={words.style}
                  hint={words.styleHint}
                  defaultValue={typed('style', template?.style ?? '')}
                  error={faultOf('style')}
                  maxLength={30}
                  autoCapitalize="none"
                  required
                />
                <Field
                  name="place"
                  label={texts.place}
                  hint={texts.placeHint}
                  defaultValue={typed('place', template === null ? '' : String(template.place))}
                  error={faultOf('place')}
                  inputMode="numeric"
                  maxLength={7}
                />
                <div className="operating-ticks">
                  <Checkbox
                    name="isListed"
                    value="yes"
                    label={words.isListed}
                    defaultChecked={isChecked('isListed', template?.isListed ?? true)}
                  />
                  <Checkbox
                    name="isPremium"
                    value="yes"
                    label={words.isPremium}
                    defaultChecked={isChecked('isPremium', template?.isPremium ?? false)}
                  />
                </div>
                <FileField
                  label={texts.picture}
                  hint={template === null ? words.pictureHint : `${words.pictureHint} ${texts.items.pictureKeep}`}
                  error={faultOf('picture')}
                  accept="image/png,image/jpeg,image/gif"
                  required={template === null}
                  onPreview={setPreviewUrl}
                />
              </>
            );
          }}
        </SaveForm>
        <div className="operating-side">
          <h3>{texts.items.preview}</h3>
          {shown !== null && <img className="operating-head" src={shown} width="144" height="144" alt="" />}
          {template && <AuditLog id="log" log={view.log} />}
        </div>
      </div>
    </section>
  );
}
