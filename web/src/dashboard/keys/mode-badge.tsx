import { defineText, useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Mode } from '../api.ts';

const TEXT = defineText({ en: { live: 'Live', test: 'Test' }, es: { live: 'Real', test: 'Prueba' } });

export function ModeBadge({ mode }: { mode: Mode }) {
  const text = useText(TEXT);
  const isLive = mode === 'live';
  return (
    <Badge tone={isLive ? 'info' : 'warn'} icon={isLive ? 'shield' : 'info'}>
      {text[mode]}
    </Badge>
  );
}
