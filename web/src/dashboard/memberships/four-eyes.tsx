/** Four eyes: whoever reported something sees why somebody else decides it, in place of the button. */

import { useQuery } from '@tanstack/react-query';
import { defineText, useText } from '../../i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { api } from '../api.ts';
import { useMode } from '../mode.tsx';
import { useAccount } from '../people/session.ts';

/** Whether nobody decides what they reported. */
export function useFourEyes(): boolean {
  return useAccount().four_eyes === 'required';
}

/** Whether this course or renewal, which waits for a decision, was reported by who looks at it. `changed`: when it last was. */
export function useReportedByYou(id: string, isWaiting: boolean, changed: string): boolean {
  const [mode] = useMode();
  const isRequired = useFourEyes();
  const { data } = useQuery({
    queryKey: ['own-reports', mode, id, changed],
    queryFn: () => api.listOwnReports({ ids: id, mode }),
    enabled: isRequired && isWaiting,
  });
  return data?.reported_by_you.includes(id) ?? false;
}

export function ReportedByYou() {
  const text = useText(TEXT);
  return (
    <span className="row gap-small muted small">
      <Icon name="info" size={14} />
      <span>
        <strong>{text.reportedByYou}</strong> {text.somebodyElse}
      </span>
    </span>
  );
}

const TEXT = defineText({
  en: {
    reportedByYou: 'Reported by you.',
    somebodyElse: 'Somebody else decides it.',
  },
  es: {
    reportedByYou: 'Lo registró usted.',
    somebodyElse: 'Lo decide otra persona.',
  },
});
