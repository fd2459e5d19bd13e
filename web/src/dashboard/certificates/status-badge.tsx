import { defineText, useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import type { CertificateStatus } from '../api.ts';

export const STATUS_TEXT = defineText({
  en: { stamped: 'Stamped', anchoring: 'Anchoring', certified: 'Certified' },
  es: { stamped: 'Sellado', anchoring: 'Anclando', certified: 'Certificado' },
});

const LOOKS = {
  stamped: { tone: 'info', icon: 'clock' },
  anchoring: { tone: 'info', icon: 'block' },
  certified: { tone: 'good', icon: 'check' },
} as const;

export function StatusBadge({ status }: { status: CertificateStatus }) {
  const text = useText(STATUS_TEXT);
  return <Badge {...LOOKS[status]}>{text[status]}</Badge>;
}
