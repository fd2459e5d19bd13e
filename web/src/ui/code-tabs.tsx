import { useText } from '../i18n/use-text.ts';
import { CopyButton } from './copy-button.tsx';
import { UI_TEXT } from './text.ts';
import { useTabs } from './use-tabs.tsx';

export type Sample = { id: string; label: string; code: string };

/** The same request in several languages, with a copy button. */
export function CodeTabs({ label, samples }: { label: string; samples: readonly Sample[] }) {
  const { list, panelProps, current } = useTabs(label, samples);
  const text = useText(UI_TEXT);
  return (
    <div className="code">
      <div className="code-bar">
        {list}
        <CopyButton value={current?.code ?? ''} label={text.copyCode} />
      </div>
      <div {...panelProps}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide sample must scroll by keyboard too. */}
        <pre tabIndex={0}>
          <code>{current?.code}</code>
        </pre>
      </div>
    </div>
  );
}
