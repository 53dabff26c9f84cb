import type { ComponentType } from 'react'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import type { LazyPart } from '#client/platform/browser/lazyPart.ts'
import { partWithQueries } from '#client/platform/calls/partWithQueries.tsx'
import { screenOf } from '#client/platform/router/screenOf.ts'
import { storedToken } from '#client/session/session.ts'

export type LazyScreenPart = LazyPart<ComponentType>

const noteEditor = partWithQueries(() =>
  import('#client/features/notes/editor/NoteEditorScreen.tsx').then(part => part.NoteEditorScreen),
)

// Every screen but the first page is in a file of its own.

/** Those for everybody, by their routes. */
export const openScreens = {
  '/user/signup': partWithQueries(() =>
    import('#client/features/accounts/SignUpScreen.tsx').then(part => part.SignUpScreen),
  ),
  '/user/signin': partWithQueries(() =>
    import('#client/features/accounts/SignInScreen.tsx').then(part => part.SignInScreen),
  ),
  '/user/reqpwreset': partWithQueries(() =>
    import('#client/features/accounts/ResetScreen.tsx').then(part => part.ResetScreen),
  ),
  '/user/confirm': partWithQueries(() =>
    import('#client/features/accounts/ConfirmEmailScreen.tsx').then(part => part.ConfirmEmailScreen),
  ),
  '/agora': partWithQueries(() =>
    import('#client/features/agora/AgoraScreen.tsx').then(part => part.AgoraScreen),
  ),
  '/lookaround/*': partWithQueries(() =>
    import('#client/features/lookaround/Lookaround.tsx').then(part => part.Lookaround),
  ),
} satisfies Record<string, LazyScreenPart>

/** At every other address. */
export const notFoundScreen = partWithQueries(() =>
  import('#client/features/home/NotFoundScreen.tsx').then(part => part.NotFoundScreen),
)

/** Those for whoever is signed in. */
export const memberScreens = {
  '/user/myinfo': partWithQueries(() =>
    import('#client/features/myInfo/MyInfoScreen.tsx').then(part => part.MyInfoScreen),
  ),
  '/topics': partWithQueries(() =>
    import('#client/features/topics/TopicsScreen.tsx').then(part => part.TopicsScreen),
  ),
  '/notelist': partWithQueries(() =>
    import('#client/features/notes/list/NoteListScreen.tsx').then(part => part.NoteListScreen),
  ),
  '/note': partWithQueries(() => {
    // Beside the screen, not after it; the screen shows the text as it is written where this fails.
    markdownPart.load().catch(() => undefined)
    return import('#client/features/notes/reader/NoteScreen.tsx').then(part => part.NoteScreen)
  }),
  '/trash': partWithQueries(() =>
    import('#client/features/trash/TrashScreen.tsx').then(part => part.TrashScreen),
  ),
  '/note/new': partWithQueries(() =>
    import('#client/features/notes/quick/NewNoteScreen.tsx').then(part => part.NewNoteScreen),
  ),
  '/note/create': noteEditor,
  '/note/update': noteEditor,
  '/friends': partWithQueries(() =>
    import('#client/features/hubs/FriendsScreen.tsx').then(part => part.FriendsScreen),
  ),
  '/discussion': partWithQueries(() =>
    import('#client/features/discussion/DiscussionScreen.tsx').then(part => part.DiscussionScreen),
  ),
  '/administration': partWithQueries(() =>
    import('#client/features/administration/AdministrationScreen.tsx').then(
      part => part.AdministrationScreen,
    ),
  ),
  '/managenotice': partWithQueries(() =>
    import('#client/features/notices/ManageNoticesScreen.tsx').then(part => part.ManageNoticesScreen),
  ),
} satisfies Record<string, LazyScreenPart>

/** Where members go every day, the nearest first. */
export const everydayScreens: readonly LazyScreenPart[] = [
  memberScreens['/notelist'],
  memberScreens['/discussion'],
  memberScreens['/note'],
  noteEditor,
  memberScreens['/friends'],
  memberScreens['/topics'],
  openScreens['/agora'],
]

/** Begins to fetch the screen at an address before it is drawn, if it may be. */
export function fetchScreen(pathname: string): void {
  const mayEnter = storedToken() === null ? openScreens : { ...openScreens, ...memberScreens }
  // Whoever goes there asks for it again.
  screenOf<LazyScreenPart>(pathname, mayEnter)
    ?.load()
    .catch(() => undefined)
}
