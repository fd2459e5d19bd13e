/** Tabs that are links, because each has an address of its own. */

import { Link } from 'wouter';

type LinkTabsProps<Tab extends string> = {
  label: string;
  tabs: readonly Tab[];
  names: Readonly<Record<Tab, string>>;
  current: Tab;
  hrefOf: (tab: Tab) => string;
};

export function LinkTabs<Tab extends string>({ label, tabs, names, current, hrefOf }: LinkTabsProps<Tab>) {
  return (
    <nav className="tabs-list" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          href={hrefOf(tab)}
          className="tab"
          aria-current={tab === current ? 'page' : undefined}
        >
          {names[tab]}
        </Link>
      ))}
    </nav>
  );
}
