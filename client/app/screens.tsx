import type { ComponentType } from 'react'
import { workspaceParts } from '#client/features/notes/list/workspace.parts.ts'
import { paths } from '#client/paths.ts'
import { lazyWithMessages, lazyWithQueryClient } from '#client/platform/browser/lazyComponent.tsx'
import type { LazyModule } from '#client/platform/browser/lazyModule.ts'
import { whenIdle } from '#client/platform/browser/timers.ts'
import { storedToken } from '#client/session/session.ts'
import { screenOf } from '#protocol/screens.ts'

export type LazyScreenPart = LazyModule<ComponentType>

/** The screen of three routes. Its panes are loaded separately. */
const notesWorkspace = lazyWithQueryClient(() => {
  // So that a note opens for editing at once, offline too.
  whenIdle(() => void fetchScreen('/note/update'))
  return import('#client/features/notes/list/NotesWorkspace.tsx').then(part => part.NotesWorkspace)
})

const noteEditor = lazyWithQueryClient(() => {
  // Loads the next screen as well, so that the editor can be left offline.
  whenIdle(() => void fetchScreen('/notelist'))
  return import('#client/features/notes/editor/NoteEditorScreen.tsx').then(part => part.NoteEditorScreen)
})

/** It makes no calls, so it needs no query client. */
const visitorsHome: LazyScreenPart = lazyWithMessages(() =>
  import('#client/features/home/visitor/VisitorHome.tsx').then(part => part.VisitorHome),
)

const membersHome = lazyWithQueryClient(() =>
  import('#client/features/home/member/MemberHome.tsx').then(part => part.MemberHome),
)

/** Visitors and members have different home screens. */
export const homeScreens = {
  visitor: { '/': visitorsHome, [paths.home]: visitorsHome },
  member: { '/': membersHome, [paths.home]: membersHome },
}

/** Screens for everybody, by route. */
export const openScreens = {
  '/user/signup': lazyWithQueryClient(() =>
    import('#client/features/accounts/SignUpScreen.tsx').then(part => part.SignUpScreen),
  ),
  '/user/signin': lazyWithQueryClient(() =>
    import('#client/features/accounts/SignInScreen.tsx').then(part => part.SignInScreen),
  ),
  '/user/reqpwreset': lazyWithQueryClient(() =>
    import('#client/features/accounts/ResetScreen.tsx').then(part => part.ResetScreen),
  ),
  '/user/confirm': lazyWithQueryClient(() =>
    import('#client/features/accounts/ConfirmEmailScreen.tsx').then(part => part.ConfirmEmailScreen),
  ),
  '/user/oidc': lazyWithQueryClient(() =>
    import('#client/features/oidc/OidcScreen.tsx').then(part => part.OidcScreen),
  ),
  '/invite': lazyWithQueryClient(() =>
    import('#client/features/invitations/InvitationScreen.tsx').then(part => part.InvitationScreen),
  ),
  '/agora': lazyWithQueryClient(() =>
    import('#client/features/agora/AgoraScreen.tsx').then(part => part.AgoraScreen),
  ),
  '/terms': lazyWithQueryClient(() =>
    import('#client/features/accounts/Policies.tsx').then(part => part.TermsScreen),
  ),
  '/privacy': lazyWithQueryClient(() =>
    import('#client/features/accounts/Policies.tsx').then(part => part.PrivacyScreen),
  ),
  '/lookaround/*': lazyWithQueryClient(() =>
    import('#client/features/lookaround/Lookaround.tsx').then(part => part.loadLookaround()),
  ),
} satisfies Record<string, LazyScreenPart>

/** The screen for all other addresses. */
const notFoundScreen = lazyWithQueryClient(() =>
  import('#client/features/home/NotFoundScreen.tsx').then(part => part.NotFoundScreen),
)

const visitorScreens: Record<string, LazyScreenPart> = { ...homeScreens.visitor, ...openScreens }

export function visitorScreen(pathname: string): LazyScreenPart {
  return screenOf(pathname, visitorScreens) ?? notFoundScreen
}

/** Screens for signed-in users, by route. */
export const memberScreens = {
  '/user/myinfo': lazyWithQueryClient(() =>
    import('#client/features/myInfo/MyInfoScreen.tsx').then(part => part.MyInfoScreen),
  ),
  '/topics': notesWorkspace,
  '/notelist': notesWorkspace,
  '/note': notesWorkspace,
  '/trash': lazyWithQueryClient(() =>
    import('#client/features/trash/TrashScreen.tsx').then(part => part.TrashScreen),
  ),
  '/import': lazyWithQueryClient(() =>
    import('#client/features/imports/ImportScreen.tsx').then(part => part.ImportScreen),
  ),
  '/note/new': lazyWithQueryClient(() =>
    import('#client/features/quickNote/NewNoteScreen.tsx').then(part => part.NewNoteScreen),
  ),
  '/note/create': noteEditor,
  '/note/update': noteEditor,
  '/inbox': lazyWithQueryClient(() =>
    import('#client/features/inbox/InboxView.tsx').then(part => part.InboxScreen),
  ),
  '/friends': lazyWithQueryClient(() =>
    import('#client/features/hubs/FriendsScreen.tsx').then(part => part.FriendsScreen),
  ),
  '/discussion': lazyWithQueryClient(() =>
    import('#client/features/discussion/DiscussionScreen.tsx').then(part => part.DiscussionScreen),
  ),
  '/administration': lazyWithQueryClient(() =>
    import('#client/features/administration/AdministrationScreen.tsx').then(
      part => part.AdministrationScreen,
    ),
  ),
  '/managenotice': lazyWithQueryClient(() =>
    import('#client/features/notices/ManageNoticesScreen.tsx').then(part => part.ManageNoticesScreen),
  ),
  '/administration/status': lazyWithQueryClient(() =>
    import('#client/features/administration/StatusScreen.tsx').then(part => part.StatusScreen),
  ),
} satisfies Record<string, LazyScreenPart>

/** The screens that members use most, in the order of prefetching. */
export const everydayScreens = [
  '/notelist',
  '/discussion',
  '/note',
  '/note/create',
  '/friends',
  '/topics',
  '/agora',
]

/** Prefetches the screen at an address if the user may open it. A failed load is repeated when the screen opens. */
export async function fetchScreen(pathname: string): Promise<void> {
  const accessibleScreens =
    storedToken() === null
      ? [visitorScreens]
      : [homeScreens.member, openScreens, memberScreens, workspaceParts]
  const parts = accessibleScreens.map(screens => screenOf<LazyModule<unknown>>(pathname, screens)?.load())
  await Promise.all(parts).catch(() => undefined)
}
