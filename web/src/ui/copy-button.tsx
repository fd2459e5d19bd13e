import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { UI_TEXT } from './text.ts';

/** `label` tells screen readers what is copied. */
export function CopyButton({ value, label, short }: { value: string; label: string; short?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const text = useText(UI_TEXT);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(setCopied, 2_000, false);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <>
      <Button
        size="small"
        variant={short ? 'quiet' : 'secondary'}
        icon={isCopied ? 'check' : 'copy'}
        aria-label={short ? label : undefined}
        title={label}
        onClick={async () => {
          await copyText(value);
          setCopied(true);
        }}
      >
        {!short && (
          <>
            {isCopied ? text.copied : text.copy}
            <span className="visually-hidden">: {label}</span>
          </>
        )}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? text.copied : ''}
      </span>
    </>
  );
}

/** The clipboard API exists only on https and localhost; the old way works everywhere. */
async function copyText(value: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(value);
  const area = document.createElement('textarea');
  area.value = value;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
