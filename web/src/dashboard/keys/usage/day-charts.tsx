import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { UsageDay } from '../../api.ts';
import { CERTIFICATES, REQUESTS, type SeriesName, TEST_CERTIFICATES } from './series.ts';
import { TEXT } from './text.ts';

/** The chart is loaded separately: it is larger than the rest of the page, and the numbers are shown without it. */
const BarChart = lazy(async () => ({ default: (await import('./bar-chart.tsx')).BarChart }));

export function DayCharts({ days }: { days: readonly UsageDay[] }) {
  const text = useText(TEXT);
  const [pointed, point] = useState<number>();
  const shared = { days, pointed, point };
  return (
    <>
      <DayChart {...shared} title={text.requestsChart} series={REQUESTS} />
      <DayChart {...shared} title={text.certificatesChart} series={CERTIFICATES} />
      {days.some((day) => day.test_certificates > 0) && (
        <DayChart {...shared} title={text.testCertificatesChart} series={TEST_CERTIFICATES} />
      )}
    </>
  );
}

type DayChartProps = {
  days: readonly UsageDay[];
  title: string;
  /** Stacked from the bottom up. */
  series: readonly SeriesName[];
  /** Index of the day under the pointer, shared by both charts. */
  pointed: number | undefined;
  point: (index: number | undefined) => void;
};

function DayChart({ days, title, series, pointed, point }: DayChartProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const totals = days.map((day) => series.reduce((sum, name) => sum + day[name], 0));
  const total = totals.reduce((sum, count) => sum + count, 0);
  const most = Math.max(0, ...totals);
  const mostOn = days[totals.indexOf(most)]?.date;
  const summary =
    total === 0 || mostOn === undefined
      ? text.summaryNone
      : text.summary(formats.number(total), formats.number(most), formats.day(mostOn));
  const day = pointed === undefined ? undefined : days[pointed];
  if (total === 0) {
    return (
      <Card title={title}>
        <p className="chart-empty">{summary}</p>
      </Card>
    );
  }
  return (
    <Card title={title} note={day === undefined ? summary : formats.day(day.date)}>
      <div className="usage-chart" role="img" aria-label={`${title}. ${summary}`}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <BarChart days={days} series={series} onPoint={point} />
        </Suspense>
      </div>
      <ul className="usage-chart-legend">
        {series.map((name) => (
          <li key={name}>
            <i className={`swatch swatch-${name}`} />
            {text.series[name]}
            {day && <strong>{formats.number(day[name])}</strong>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
