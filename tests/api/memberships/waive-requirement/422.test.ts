import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('three decimals, a negative minimum and a missing reason are refused', async ({ council }) => {
  const { current_term } = await council.membership();
  const put = (body: object) => council.call('PUT', `/terms/${current_term.id}/waivers/total`, body);
  expectRefusal(await put({ min_points: 1.234, reason: 'x' }), 422, 'validation_failed', /min_points/);
  expectRefusal(await put({ min_points: -1, reason: 'x' }), 422, 'validation_failed', /min_points/);
  expectRefusal(await put({ min_points: 100_001, reason: 'x' }), 422, 'validation_failed', /min_points/);
  expectRefusal(await put({ min_points: 1 }), 422, 'validation_failed', /reason/);
});

test('a waiver of a number of awards is a whole number, and one of alternatives is 0', async ({
  council,
}) => {
  const alternatives = [
    { code: 'points', min_points: 20 },
    { code: 'awards', min_awards: 2 },
  ];
  const { current_term } = await council.membership({
    rules: {
      ...RULES,
      requirements: [
        { code: 'talks', period: 'term', min_awards: 3 },
        { code: 'way', any_of: alternatives },
      ],
    },
  });
  const put = (code: string, min_points: number) =>
    council.call('PUT', `/terms/${current_term.id}/waivers/${code}`, { min_points, reason: 'x' });
  expectRefusal(await put('talks', 1.5), 422, 'validation_failed', /whole/);
  expectRefusal(await put('way', 5), 422, 'validation_failed', /must be 0/);
});
