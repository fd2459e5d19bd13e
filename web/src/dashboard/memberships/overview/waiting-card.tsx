import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Overview } from '../../api.ts';
import { May } from '../../may.tsx';
import { TEXT } from './text.ts';

/** What waits for a decision. Each figure links to its list. */
export function WaitingCard({ overview }: { overview: Overview }) {
  const text = useText(TEXT);
  return (
    <section className="figures figures-waiting" aria-label={text.waiting}>
      <Waiting label={text.awards} found={overview.awards_pending} href="/memberships/awards" />
      <Waiting
        label={text.proposals}
        found={overview.courses_proposed}
        href="/memberships/courses?status=proposed"
      />
      <Waiting
        label={text.renewals}
        found={overview.renewals_requested}
        href="/memberships/renewals?tab=requested"
      />
      <May act="decideReview">
        <Waiting
          label={text.reviews}
          found={overview.reviews_to_decide}
          href="/memberships/draws?tab=reviews"
        />
      </May>
      <May act="approveMemberRequest">
        <Waiting
          label={text.corrections}
          found={overview.corrections_requested}
          href="/memberships/own-page"
        />
      </May>
    </section>
  );
}

function Waiting({
  label,
  found,
  href,
}: {
  label: string;
  found: { count: number; more: boolean };
  href: string;
}) {
  const text = useText(TEXT);
  const formats = useFormats();
  const count = formats.number(found.count);
  return (
    <Link href={href} className="card figure figure-link">
      <span className="figure-label">{label}</span>
      <span className="figure-value">{found.more ? text.atLeast(count) : count}</span>
      <Icon name="arrow" />
    </Link>
  );
}
