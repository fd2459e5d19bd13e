/** A guilloche, the line pattern of banknotes: many curves, each turned a little. */

const POINTS = 360;
const CURVES = 14;

/** From the outer ring to the inner: radius, depth of the waves, number of waves. */
const RINGS = [
  { radius: 78, depth: 18, waves: 12 },
  { radius: 44, depth: 14, waves: 8 },
  { radius: 20, depth: 9, waves: 6 },
];

export function Rosette() {
  return (
    <svg className="rosette" viewBox="-100 -100 200 200" aria-hidden="true" focusable="false">
      {RINGS.map((ring) => (
        <path key={ring.radius} d={drawRing(ring)} />
      ))}
    </svg>
  );
}

function drawRing({ radius, depth, waves }: (typeof RINGS)[number]): string {
  return Array.from({ length: CURVES }, (_, curve) => {
    const phase = (curve / CURVES) * 2 * Math.PI;
    const points = Array.from({ length: POINTS }, (_, step) => {
      const angle = (step / POINTS) * 2 * Math.PI;
      const distance = radius + depth * Math.cos(waves * angle + phase);
      return `${(distance * Math.cos(angle)).toFixed(2)} ${(distance * Math.sin(angle)).toFixed(2)}`;
    });
    return `M${points.join('L')}Z`;
  }).join('');
}
