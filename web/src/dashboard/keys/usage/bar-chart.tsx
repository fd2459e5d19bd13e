import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useFormats } from '../../../i18n/formats.ts';
import type { UsageDay } from '../../api.ts';
import type { SeriesName } from './series.ts';
import 'uplot/dist/uPlot.min.css';

const HEIGHT = 220;
const FONT = '12px Figtree, ui-sans-serif, system-ui, sans-serif';

type BarChartProps = {
  days: readonly UsageDay[];
  series: readonly SeriesName[];
  onPoint: (index: number | undefined) => void;
};

/** Stacked bars, one for each day. Decorative for screen readers: the text around it says the same. */
export function BarChart({ days, series, onPoint }: BarChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const formats = useFormats();

  useEffect(() => {
    const parent = box.current;
    if (parent === null) return;
    const options = optionsOf(parent, days, series, formats.day, formats.number, onPoint);
    const made = new uPlot(options, stack(days, series), parent);
    chart.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height: HEIGHT }));
    observer.observe(parent);
    return () => {
      observer.disconnect();
      made.destroy();
      chart.current = undefined;
    };
  }, [days, series, formats, onPoint]);

  useThemeChange(() => chart.current?.redraw());
  return <div ref={box} className="usage-chart-canvas" onPointerLeave={() => onPoint(undefined)} />;
}

/**
 * Cumulative heights, tallest first. Each bar covers the lower part of the bar before it and leaves the rest visible.
 */
function stack(days: readonly UsageDay[], series: readonly SeriesName[]): uPlot.AlignedData {
  const heights = series.map((_, top) =>
    days.map((day) => series.slice(0, top + 1).reduce((sum, name) => sum + day[name], 0)),
  );
  return [days.map((_, index) => index), ...heights.reverse()];
}

function optionsOf(
  parent: HTMLElement,
  days: readonly UsageDay[],
  series: readonly SeriesName[],
  day: (on: string) => string,
  number: (value: number) => string,
  onPoint: BarChartProps['onPoint'],
): uPlot.Options {
  const colours = () => readColours(parent);
  const bars = uPlot.paths.bars?.({ size: [0.72, 36], radius: [0.18, 0] });
  const axis: uPlot.Axis = {
    font: FONT,
    stroke: () => colours().ink,
    ticks: { show: false },
    grid: { stroke: () => colours().line, width: 1 },
  };
  return {
    width: parent.clientWidth,
    height: HEIGHT,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      // Gives an empty chart a visible scale.
      y: { range: (_, __, max) => [0, Math.max(4, max * 1.08)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 30,
        space: 64,
        incrs: [1, 2, 3, 5, 7, 10, 14, 15, 30, 60, 90],
        values: (_, places) => places.map((place) => (days[place] ? day(days[place].date) : '')),
      },
      {
        ...axis,
        size: (_, values) => 16 + 7.5 * Math.max(2, ...(values ?? []).map(({ length }) => length)),
        incrs: [1, 2, 5]
          .flatMap((step) => Array.from({ length: 10 }, (_, zeros) => step * 10 ** zeros))
          .sort((a, b) => a - b),
        values: (_, counts) => counts.map(number),
      },
    ],
    series: [
      {},
      ...[...series].reverse().map(
        (name): uPlot.Series => ({
          fill: () => colours()[name],
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        }),
      ),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
}

const NAMES = [
  'ok',
  'client_errors',
  'server_errors',
  'certificates',
  'test_certificates',
  'ink',
  'line',
] as const;

type ChartColours = Record<(typeof NAMES)[number], string>;

/** A canvas cannot use CSS variables, so the colours are read from styled elements. */
function readColours(near: HTMLElement): ChartColours {
  const read = (name: string) => {
    // A new element each time: on a reused one, a CSS transition would still show the previous colour.
    const probe = document.createElement('i');
    probe.className = `swatch swatch-${name}`;
    near.append(probe);
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return colour;
  };
  return Object.fromEntries(NAMES.map((name) => [name, read(name)])) as ChartColours;
}

/** Calls back when the theme changes, by the person's choice or the system's. */
function useThemeChange(onChange: () => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const tell = () => latest.current();
    const system = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(tell);
    system.addEventListener('change', tell);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', tell);
      chosen.disconnect();
    };
  }, []);
}
