/** The council's pages, one per address; each is loaded when it is first opened. */

import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { MayPage } from '../may.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { PageWait } from '../page.tsx';
import { CouncilStrip } from '../shell/council-links.tsx';

const OverviewPage = lazy(async () => ({
  default: (await import('./overview/overview-page.tsx')).OverviewPage,
}));
const MembersPage = lazy(async () => ({ default: (await import('./members/members-page.tsx')).MembersPage }));
const MemberPage = lazy(async () => ({ default: (await import('./member/member-page.tsx')).MemberPage }));
const ImportPage = lazy(async () => ({ default: (await import('./import/import-page.tsx')).ImportPage }));
const CoursesPage = lazy(async () => ({ default: (await import('./courses/courses-page.tsx')).CoursesPage }));
const CoursePage = lazy(async () => ({ default: (await import('./course/course-page.tsx')).CoursePage }));
const OrganizersPage = lazy(async () => ({
  default: (await import('./organizers/organizers-page.tsx')).OrganizersPage,
}));
const OrganizerPage = lazy(async () => ({
  default: (await import('./organizers/organizer-page.tsx')).OrganizerPage,
}));
const AwardsPage = lazy(async () => ({ default: (await import('./awards/awards-page.tsx')).AwardsPage }));
const RenewalsPage = lazy(async () => ({
  default: (await import('./renewals/renewals-page.tsx')).RenewalsPage,
}));
const DrawsPage = lazy(async () => ({ default: (await import('./draws/draws-page.tsx')).DrawsPage }));
const DrawPage = lazy(async () => ({ default: (await import('./draws/draw-page.tsx')).DrawPage }));
const ReviewPage = lazy(async () => ({
  default: (await import('./draws/review/review-page.tsx')).ReviewPage,
}));
const ProgramsPage = lazy(async () => ({
  default: (await import('./programs/programs-page.tsx')).ProgramsPage,
}));
const ProgramPage = lazy(async () => ({
  default: (await import('./programs/program-page.tsx')).ProgramPage,
}));
const OwnPagePage = lazy(async () => ({
  default: (await import('./own-page/own-page-page.tsx')).OwnPagePage,
}));
const ClocksPage = lazy(async () => ({ default: (await import('./clocks/clocks-page.tsx')).ClocksPage }));
const LookPage = lazy(async () => ({ default: (await import('./look/look-page.tsx')).LookPage }));

export function MembershipsPages() {
  return (
    <>
      <CouncilStrip />
      <Suspense fallback={<PageWait />}>
        <Switch>
          <Route path="/memberships" component={OverviewPage} />
          <Route path="/memberships/members" component={MembersPage} />
          <Route path="/memberships/members/:id">{({ id }) => <MemberPage key={id} id={id} />}</Route>
          <Route path="/memberships/import">
            <MayPage act="importMembers">
              <ImportPage />
            </MayPage>
          </Route>
          <Route path="/memberships/courses" component={CoursesPage} />
          <Route path="/memberships/courses/:id">{({ id }) => <CoursePage key={id} id={id} />}</Route>
          <Route path="/memberships/organizers" component={OrganizersPage} />
          <Route path="/memberships/organizers/:id">{({ id }) => <OrganizerPage key={id} id={id} />}</Route>
          <Route path="/memberships/awards" component={AwardsPage} />
          <Route path="/memberships/renewals" component={RenewalsPage} />
          <Route path="/memberships/draws">
            <MayPage act="listDraws">
              <DrawsPage />
            </MayPage>
          </Route>
          <Route path="/memberships/draws/:id">
            {({ id }) => (
              <MayPage act="getDraw">
                <DrawPage key={id} id={id} />
              </MayPage>
            )}
          </Route>
          <Route path="/memberships/reviews/:id">
            {({ id }) => (
              <MayPage act="getReview">
                <ReviewPage key={id} id={id} />
              </MayPage>
            )}
          </Route>
          <Route path="/memberships/programs" component={ProgramsPage} />
          <Route path="/memberships/programs/:id">{({ id }) => <ProgramPage key={id} id={id} />}</Route>
          <Route path="/memberships/own-page">
            <MayPage act="approveMemberRequest">
              <OwnPagePage />
            </MayPage>
          </Route>
          <Route path="/memberships/clocks">
            <MayPage act="listClocks">
              <ClocksPage />
            </MayPage>
          </Route>
          <Route path="/memberships/look">
            <MayPage act="updateCouncil">
              <LookPage />
            </MayPage>
          </Route>
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </>
  );
}
