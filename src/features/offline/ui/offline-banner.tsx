import { Link, useLocation } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { OFFLINE_PAGE } from '../schema.ts';
import { texts } from '../banner.texts.ts';
import { isCachedPage, useIsOffline } from './use-network.ts';
import './offline-banner.css';

/** A banner at the top of every page: there is no network, with a link to what works offline. */
export function OfflineBanner() {
  const isOffline = useIsOffline();
  const { pathname, search } = useLocation();
  const isOfflinePage = pathname === OFFLINE_PAGE;
  return (
    <div role="status">
      {isOffline && (
        <div className="offline-banner">
          <p>
            <Icon icon="cloud-off" />
            <span>
              <b>{texts.title}.</b> {isCachedPage() && !isOfflinePage ? texts.old : texts.text}
            </span>
          </p>
          {!isOfflinePage && <Link to={OFFLINE_PAGE}>{texts.go}</Link>}
          <Link to={`${pathname}${search}`} reloadDocument>
            {texts.again}
          </Link>
        </div>
      )}
    </div>
  );
}
