import type { ComponentType } from 'react'
import { workspaceParts } from '#client/features/notes/workspace/workspace.parts.ts'
import { paths } from '#client/paths.ts'
import { whenIdle } from '#client/platform/browser/idle.ts'
import type { LazyModule } from '#client/platform/browser/lazyModule.ts'
import { lazyWithQueryClient } from '#client/platform/calls/lazyWithQueryClient.tsx'
import { lazyWithMessages } from '#client/platform/language/lazyWithMessages.ts'
import { storedToken } from '#client/session/session.ts'
import { screenOf } from '#protocol/screens.ts'

export type LazyScreenPart = LazyModule<ComponentType>

/** The screen of three routes; what it shows at one of them is fetched beside it. */
const notesWorkspace = lazyWithQueryClient(() =>
  import('#client/features/notes/workspace/NotesWorkspace.tsx').then(part => part.NotesWorkspace),
)

const noteEditor = lazyWithQueryClient(() => {
  // The way out of it is there without a line, too.
  whenIdle(() => void fetchScreen('/notelist'))
  return import('#client/features/notes/editor/NoteEditorScreen.tsx').then(part => part.NoteEditorScreen)
})

// Every screen is in a file of its own.

/** It makes no calls, so it comes without what they need. */
const visitorsHome: LazyScreenPart = lazyWithMessages(() =>
  import('#client/features/home/visitor/VisitorHome.tsx').then(part => part.VisitorHome),
)

const membersHome = lazyWithQueryClient(() =>
  import('#client/features/home/member/MemberHome.tsx').then(part => part.MemberHome),
)

/** Home, which is another one for whoever is signed in. */
export const homeScreens = {
  visitor: { '/': visitorsHome, [paths.home]: visitorsHome },
  member: { '/': membersHome, [paths.home]: membersHome },
}

/** Those for everybody, by their routes. */
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
  '/invite': lazyWithQueryClient(() =>
    import('#client/features/invitations/InvitationScreen.tsx').then(part => part.InvitationScreen),
  ),
  '/agora': lazyWithQueryClient(() =>
    import('#client/features/agora/AgoraScreen.tsx').then(part => part.AgoraScreen),
  ),
  '/terms': lazyWithQueryClient(() =>
    import('#client/features/accounts/PolicyScreens.tsx').then(part => part.TermsScreen),
  ),
  '/privacy': lazyWithQueryClient(() =>
    import('#client/features/accounts/PolicyScreens.tsx').then(part => part.PrivacyScreen),
  ),
  '/lookaround/*': lazyWithQueryClient(() =>
    import('#client/features/lookaround/Lookaround.tsx').then(part => part.Lookaround),
  ),
} satisfies Record<string, LazyScreenPart>

/** At every other address. */
export const notFoundScreen = lazyWithQueryClient(() =>
  import('#client/features/home/NotFoundScreen.tsx').then(part => part.NotFoundScreen),
)

/** Those for whoever is signed in. */
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
    import('#client/features/notes/quick/NewNoteScreen.tsx').then(part => part.NewNoteScreen),
  ),
  '/note/create': noteEditor,
  '/note/update': noteEditor,
  '/inbox': lazyWithQueryClient(() =>
    import('#client/features/inbox/InboxScreen.tsx').then(part => part.InboxScreen),
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
} satisfies Record<string, LazyScreenPart>

/** Where members go every day, the nearest first. */
export const everydayScreens = [
  '/notelist',
  '/discussion',
  '/note',
  '/note/create',
  '/friends',
  '/topics',
  '/agora',
]

/** Fetches the screen at an address before it is drawn, if it may be. Whoever goes there asks again for what does not come. */
export async function fetchScreen(pathname: string): Promise<void> {
  const canEnter =
    storedToken() === null
      ? [homeScreens.visitor, openScreens]
      : [homeScreens.member, openScreens, memberScreens, workspaceParts]
  const parts = canEnter.map(screens => screenOf<LazyModule<unknown>>(pathname, screens)?.load())
  await Promise.all(parts).catch(() => undefined)
}
