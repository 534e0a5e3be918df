import { LinkButton } from '../../../../web/kit/button.tsx';
import { Checkbox, Field } from '../../../../web/kit/field.tsx';
import { ADDRESSES, type SaveAnswer, type TemplateCase, type TemplatesView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ListPages, OperatingFrame } from './frame.tsx';
import { FileField, Log, Saved, SaveForm, useChosen } from './save-form.tsx';

const words = texts.templates;
const HERE = ADDRESSES.templates;

type TemplatesPageProps = {
  view: TemplatesView;
  isStart: boolean;
  /** The one that is open was added just now. */ isAdded: boolean;
  answer: SaveAnswer | undefined;
};

/** All templates for heads, for operators: to be added and changed. */
export function TemplatesPage({ view, isStart, isAdded, answer }: TemplatesPageProps) {
  const { templates, next, open } = view;
  return (
    <OperatingFrame page="templates" lead={words.lead}>
      <Saved answer={answer} added={isAdded && open !== null && open !== 'new' ? open.name : null} />
      {open === null ? (
        <p>
          <LinkButton variant="primary" to={`${HERE}?template=new`}>
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
            <LinkButton variant="soft" size="sm" to={`${HERE}?template=${template.id}`} aria-label={texts.open(template.name)}>
              {texts.change}
            </LinkButton>
          </li>
        ))}
      </ul>
      <ListPages address={HERE} next={next} isStart={isStart} />
    </OperatingFrame>
  );
}

function TemplateForm({ view, open, answer }: { view: TemplatesView; open: TemplateCase | 'new'; answer: SaveAnswer | undefined }) {
  const template = open === 'new' ? null : open;
  const [chosen, setChosen] = useChosen(`${template?.id ?? 'new'} ${template?.picture ?? ''}`);
  const shown = chosen ?? template?.picture ?? null;
  const id = template?.id ?? 'new';
  return (
    <section className="panel operating-open" aria-labelledby="open">
      <h2 id="open">{template?.name ?? words.newTitle}</h2>
      <div className="operating-columns">
        <SaveForm id={id} address={`${HERE}?template=${id}`} back={HERE} answer={answer} hasPicture>
          {({ typed, faultOf, wasSent }) => {
            // What is not ticked is not sent at all.
            const was = (name: string, now: boolean) => typed(name, wasSent ? '' : now ? 'yes' : '') === 'yes';
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
                    defaultChecked={was('isListed', template?.isListed ?? true)}
                  />
                  <Checkbox
                    name="isPremium"
                    value="yes"
                    label={words.isPremium}
                    defaultChecked={was('isPremium', template?.isPremium ?? false)}
                  />
                </div>
                <FileField
                  label={texts.picture}
                  hint={template === null ? words.pictureHint : `${words.pictureHint} ${texts.items.pictureKeep}`}
                  fault={faultOf('picture')}
                  accept="image/png,image/jpeg,image/gif"
                  required={template === null}
                  onChosen={setChosen}
                />
              </>
            );
          }}
        </SaveForm>
        <div className="operating-side">
          <h3>{texts.items.preview}</h3>
          {shown !== null && <img className="operating-head" src={shown} width="144" height="144" alt="" />}
          {template && <Log id="log" log={view.log} />}
        </div>
      </div>
    </section>
  );
}
