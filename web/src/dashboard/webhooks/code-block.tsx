import { CopyButton } from '../../ui/copy-button.tsx';

/** Text of a program, with a button that copies it. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <div className="code">
      <div className="code-bar">
        <span className="code-title">{label}</span>
        <CopyButton value={code} label={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must scroll by keyboard too. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
