import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

type Tab = {
  to: string;
  label: string;
  icon: IconName;
  isSelected: boolean;
  /** The tab is selected because the page that is shown stands below the one that it leads to. */
  isParent?: boolean;
  /** How many wait behind it; 0 shows nothing. */
  count?: number;
  /** Some of them cannot wait. */
  isUrgent?: boolean;
};

/** Tabs that are links: each has its own URL and works without JavaScript. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const { tray, fade, onScroll } = useScrollFade(tabs.find(({ isSelected }) => isSelected)?.to);
  return (
    <nav ref={tray} className="tabs" data-fade={fade} aria-label={label} onScroll={onScroll}>
      {tabs.map((tab) => (
        <Link key={tab.label} to={tab.to} className="tab" aria-current={getCurrent(tab)} preventScrollReset>
          <Icon icon={tab.icon} size="small" />
          {tab.label}
          {tab.count ? <span className={tab.isUrgent ? 'tab-count urgent' : 'tab-count'}>{tab.count}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

function getCurrent({ isSelected, isParent }: Tab): 'page' | 'true' | undefined {
  if (!isSelected) return undefined;
  return isParent ? 'true' : 'page';
}

/** Scrolls the selected tab into view when the tray is narrower than its tabs, and tells at which ends there are more tabs. */
function useScrollFade(selectedUrl: string | undefined) {
  const tray = useRef<HTMLElement>(null);
  // Undefined before it is measured: then the style sheet guesses from the page's width.
  const [fade, setFade] = useState<'start' | 'end' | 'both' | 'none'>();
  const onScroll = useCallback(() => {
    if (!tray.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = tray.current;
    const [before, after] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1];
    setFade(before ? (after ? 'both' : 'start') : after ? 'end' : 'none');
  }, []);
  useEffect(() => {
    const all = tray.current;
    if (!all) return;
    const show = () => {
      const tab = all.querySelector<HTMLElement>('[aria-current]');
      if (tab) all.scrollLeft = tab.offsetLeft - (all.clientWidth - tab.offsetWidth) / 2;
      onScroll();
    };
    // The observer also fires once for the initial size.
    const watch = new ResizeObserver(show);
    watch.observe(all);
    return () => watch.disconnect();
  }, [selectedUrl, onScroll]);
  return { tray, fade, onScroll };
}
