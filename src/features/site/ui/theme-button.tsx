import { Icon } from '../../../web/kit/icon.tsx';
import { toggleTheme } from '../../../web/theme.ts';
import { texts } from '../texts.ts';
import './top-bar.css';
import './menu.css';

/** Switches between light and dark. The stylesheet selects the icon, so that it is right before scripts run. */
export function ThemeButton({ className = '', withLabel = false }: { className?: string; withLabel?: boolean }) {
  return (
    <button
      type="button"
      className={`${withLabel ? 'menu-link' : 'icon-btn'} theme-button needs-js ${className}`}
      aria-label={texts.nav.theme}
      onClick={toggleTheme}
    >
      <Icon icon="moon" className="when-light" />
      <Icon icon="sun" className="when-dark" />
      {withLabel && <span>{texts.nav.theme}</span>}
    </button>
  );
}
