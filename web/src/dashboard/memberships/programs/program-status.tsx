import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Program } from '../../api.ts';
import { TEXT } from './text.ts';

const TONES = { draft: 'warn', active: 'good', retired: 'plain' } as const;

export function ProgramStatus({ status }: Pick<Program, 'status'>) {
  const text = useText(TEXT);
  return <Badge tone={TONES[status]}>{text.statuses[status]}</Badge>;
}
