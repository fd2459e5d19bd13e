import { type KeyboardEvent, useId, useState } from 'react';

/** A row of tabs as WAI-ARIA describes it (arrow keys, Home, End), and the attributes of its panel. */
export function useTabs<T extends { id: string; label: string }>(label: string, tabs: readonly T[]) {
  const base = useId();
  const [chosen, choose] = useState(tabs[0]?.id);
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0];

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = tabs.findIndex(({ id }) => id === current?.id);
    const moves: Record<string, number> = {
      ArrowRight: (from + 1) % tabs.length,
      ArrowLeft: (from + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = tabs[moves[event.key] ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    choose(target.id);
    document.getElementById(`${base}-${target.id}`)?.focus();
  };

  const list = (
    <div className="tabs-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => {
        const isCurrent = tab.id === current?.id;
        return (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            className="tab"
            aria-selected={isCurrent}
            aria-controls={`${base}-panel`}
            tabIndex={isCurrent ? 0 : -1}
            onClick={() => choose(tab.id)}
          >
            {tab.label}
          </button>
        );
      })}
    </div>
  );
  const panelProps = {
    role: 'tabpanel',
    id: `${base}-panel`,
    'aria-labelledby': current && `${base}-${current.id}`,
  } as const;
  return { list, panelProps, current };
}
