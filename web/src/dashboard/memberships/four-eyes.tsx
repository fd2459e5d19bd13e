/** Four eyes: in place of the button, whoever reported something sees why somebody else must decide it. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { defineText, useText } from '../../i18n/use-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { api } from '../api.ts';
import { useMay } from '../may.tsx';
import { useMode } from '../mode.tsx';
import { useAccount } from '../people/session.ts';

/** Whether the account requires four eyes. */
export function useFourEyes(): boolean {
  return useAccount().four_eyes === 'required';
}

/** Whether the person who looks at this pending course or renewal reported it. `changed`: when it last changed. */
export function useReportedByYou(id: string, isWaiting: boolean, changed: string): boolean {
  return useAllReportedByYou(isWaiting ? [id] : [], changed).has(id);
}

/** The most ids that one call takes. */
const MOST = 200;

/** Those of the records that another person must decide. A membership is among them if its pending renewal is. */
export function useAllReportedByYou(ids: readonly string[], changed = ''): ReadonlySet<string> {
  const [mode] = useMode();
  const isRequired = useFourEyes();
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['own-reports', mode, ids, changed],
    queryFn: async () => {
      const parts = Array.from({ length: Math.ceil(ids.length / MOST) }, (_, i) =>
        api.listOwnReports({ ids: ids.slice(i * MOST, (i + 1) * MOST).join(','), mode }),
      );
      return (await Promise.all(parts)).flatMap((part) => part.reported_by_you);
    },
    // Not needed for people who decide nothing: they have no buttons that could fail.
    enabled: isRequired && ids.length > 0 && may('listOwnReports'),
    placeholderData: keepPreviousData,
  });
  return new Set(data);
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
