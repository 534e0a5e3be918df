import { Icon } from '../../../web/kit/icon.tsx';
import type { AnnouncementFields } from '../schema.ts';
import { texts } from '../texts.ts';
import { LineText } from './site-lines.tsx';
import './site-line.css';

/** How a line looks over the top bar. Its link and its button are pictures here. */
export function LinePreview({ text = '', linkLabel = '' }: AnnouncementFields) {
  const shown = text.replaceAll(/\s+/gu, ' ').trim();
  return (
    <section className="announcement-looks" aria-labelledby="announcement-looks">
      <h2 id="announcement-looks">{texts.looks}</h2>
      <div className="announcement-picture">
        <div className="site-line">
          <div className="site-line-in">
            <LineText text={shown === '' ? texts.exampleText : shown}>
              {linkLabel.trim() !== '' && (
                <>
                  {' '}
                  <span className="announcement-link">{linkLabel.trim()}</span>
                </>
              )}
            </LineText>
            <span className="icon-btn" aria-hidden="true">
              <Icon icon="x" />
            </span>
          </div>
        </div>
        <div className="announcement-bar" aria-hidden="true" />
        <div className="pindo" aria-hidden="true" />
      </div>
    </section>
  );
}
