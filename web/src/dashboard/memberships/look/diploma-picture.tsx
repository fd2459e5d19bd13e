/** A diploma in the look that is being edited, with the dimensions of the PDF (792 by 612 points). */

import { useText } from '../../../i18n/use-text.ts';
import { type Council, links } from '../../api.ts';
import { TEXT } from './text.ts';

const WIDTH = 792;
const HEIGHT = 612;
const MIDDLE = WIDTH / 2;
const INK = '#22231f';
const PETALS = 24;

export function DiplomaPicture({ look }: { look: Council }) {
  const text = useText(TEXT);
  const top = look.logo === null ? 102 : 138;
  return (
    <svg className="diploma" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text.preview}>
      <rect width={WIDTH} height={HEIGHT} fill="#fff" />
      <Frame color={look.color} accent={look.accent} />
      {look.logo !== null && (
        <image href={links.getCouncilImage(look.logo)} x={MIDDLE - 110} y={58} width={220} height={52} />
      )}
      <g textAnchor="middle" fill={INK}>
        <text x={MIDDLE} y={top} fill={look.color} className="diploma-council" textLength={fitted(look.name)}>
          {look.name.toUpperCase()}
        </text>
        <text x={MIDDLE} y={top + 22} className="diploma-soft">
          {text.picture.grants}
        </text>
        <text x={MIDDLE} y={top + 68} fill={look.color} className="diploma-title">
          {text.picture.diploma}
        </text>
        <text x={MIDDLE} y={top + 100} className="diploma-soft">
          {text.picture.to}
        </text>
        <text x={MIDDLE} y={top + 146} className="diploma-holder">
          {text.picture.holder}
        </text>
        <Divider y={top + 164} color={look.accent} />
        <text x={MIDDLE} y={top + 196} className="diploma-soft">
          {text.picture.because}
        </text>
        <text x={MIDDLE} y={top + 228} className="diploma-course">
          {text.picture.course}
        </text>
        <text x={MIDDLE} y={top + 258} className="diploma-facts">
          {text.picture.facts}
        </text>
      </g>
      <text x={76} y={490} className="diploma-small">
        Folio
      </text>
      <text x={76} y={506} fill={look.color} className="diploma-folio">
        {text.picture.folio}
      </text>
      <Signatures signatures={look.signatures} />
      <rect x={WIDTH - 138} y={478} width={62} height={62} fill="none" stroke={INK} strokeDasharray="3 2" />
      <text x={WIDTH - 107} y={513} textAnchor="middle" className="diploma-small">
        QR
      </text>
    </svg>
  );
}

/** The width into which a long name is squeezed; undefined for other names. */
function fitted(name: string): number | undefined {
  return name.length > 46 ? 580 : undefined;
}

function Frame({ color, accent }: { color: string; accent: string }) {
  return (
    <g fill="none">
      <rect x={18} y={18} width={WIDTH - 36} height={HEIGHT - 36} stroke={color} strokeWidth={2.4} />
      <rect
        x={27}
        y={27}
        width={WIDTH - 54}
        height={HEIGHT - 54}
        stroke={accent}
        strokeWidth={4}
        strokeDasharray="2 3"
        opacity={0.5}
      />
      <rect x={36} y={36} width={WIDTH - 72} height={HEIGHT - 72} stroke={color} strokeWidth={0.9} rx={10} />
      <rect
        x={39.5}
        y={39.5}
        width={WIDTH - 79}
        height={HEIGHT - 79}
        stroke={accent}
        strokeWidth={0.5}
        rx={10}
      />
      <g stroke={accent} strokeWidth={0.5} opacity={0.18}>
        {[1, 0.82, 0.64].flatMap((share) =>
          Array.from({ length: PETALS }, (_, petal) => (
            <ellipse
              // biome-ignore lint/suspicious/noArrayIndexKey: petals never move.
              key={`${share} ${petal}`}
              cx={MIDDLE + 205 * share * 0.56}
              cy={300}
              rx={205 * share * 0.44}
              ry={205 * share * 0.19}
              transform={`rotate(${(360 / PETALS) * petal} ${MIDDLE} 300)`}
            />
          )),
        )}
      </g>
    </g>
  );
}

function Divider({ y, color }: { y: number; color: string }) {
  return (
    <g stroke={color} fill={color}>
      <path d={`M${MIDDLE - 150} ${y}H${MIDDLE - 7}M${MIDDLE + 7} ${y}H${MIDDLE + 150}`} strokeWidth={0.8} />
      <path d={`M${MIDDLE - 4} ${y}l4 -4l4 4l-4 4z`} stroke="none" />
    </g>
  );
}

function Signatures({ signatures }: Pick<Council, 'signatures'>) {
  const width = (WIDTH - 416) / Math.max(1, signatures.length);
  return signatures.map(({ name, office, image }, index) => {
    const middle = 208 + width * (index + 0.5);
    const half = Math.min(84, width / 2 - 8);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: left and right are what tells them apart.
      <g key={index} textAnchor="middle">
        {image !== null && (
          <image href={links.getCouncilImage(image)} x={middle - half} y={474} width={half * 2} height={44} />
        )}
        <path d={`M${middle - half} 522H${middle + half}`} stroke={INK} strokeWidth={0.6} />
        <text x={middle} y={536} className="diploma-signer">
          {name}
        </text>
        <text x={middle} y={549} className="diploma-small">
          {office}
        </text>
      </g>
    );
  });
}
