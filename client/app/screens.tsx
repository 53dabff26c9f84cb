import type { ComponentType } from 'react'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import { type LazyPart, lazyPart } from '#client/platform/browser/lazyPart.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { screenOf } from '#client/platform/router/screenOf.ts'
import { storedToken } from '#client/session/session.ts'

export type LazyScreenPart = LazyPart<ComponentType>

const noteEditor = screen(() =>
  import('#client/features/notes/editor/NoteEditorScreen.tsx').then(part => part.NoteEditorScreen),
)

// Every screen but the first page is in a file of its own.

/** Those for everybody, by their routes. */
export const openScreens = {
  '/user/signup': screen(() =>
    import('#client/features/accounts/SignUpScreen.tsx').then(part => part.SignUpScreen),
  ),
  '/user/signin': screen(() =>
    import('#client/features/accounts/SignInScreen.tsx').then(part => part.SignInScreen),
  ),
  '/user/reqpwreset': screen(() =>
    import('#client/features/accounts/ResetScreen.tsx').then(part => part.ResetScreen),
  ),
  '/user/confirm': screen(() =>
    import('#client/features/accounts/ConfirmEmailScreen.tsx').then(part => part.ConfirmEmailScreen),
  ),
  '/agora': screen(() => import('#client/features/agora/AgoraScreen.tsx').then(part => part.AgoraScreen)),
  '/lookaround/*': screen(() =>
    import('#client/features/lookaround/Lookaround.tsx').then(part => part.Lookaround),
  ),
} satisfies Record<string, LazyScreenPart>

/** At every other address. */
export const notFoundScreen = screen(() =>
  import('#client/features/home/NotFoundScreen.tsx').then(part => part.NotFoundScreen),
)

/** Those for whoever is signed in. */
export const memberScreens = {
  '/user/myinfo': screen(() =>
    import('#client/features/myInfo/MyInfoScreen.tsx').then(part => part.MyInfoScreen),
  ),
  '/topics': screen(() => import('#client/features/topics/TopicsScreen.tsx').then(part => part.TopicsScreen)),
  '/notelist': screen(() =>
    import('#client/features/notes/list/NoteListScreen.tsx').then(part => part.NoteListScreen),
  ),
  '/note': screen(() => {
    // Beside the screen, not after it; the screen shows the text as it is written where this fails.
    markdownPart.load().catch(() => undefined)
    return import('#client/features/notes/reader/NoteScreen.tsx').then(part => part.NoteScreen)
  }),
  '/trash': screen(() => import('#client/features/trash/TrashScreen.tsx').then(part => part.TrashScreen)),
  '/note/new': screen(() =>
    import('#client/features/notes/quick/NewNoteScreen.tsx').then(part => part.NewNoteScreen),
  ),
  '/note/create': noteEditor,
  '/note/update': noteEditor,
  '/friends': screen(() =>
    import('#client/features/hubs/FriendsScreen.tsx').then(part => part.FriendsScreen),
  ),
  '/discussion': screen(() =>
    import('#client/features/discussion/DiscussionScreen.tsx').then(part => part.DiscussionScreen),
  ),
  '/administration': screen(() =>
    import('#client/features/administration/AdministrationScreen.tsx').then(
      part => part.AdministrationScreen,
    ),
  ),
  '/managenotice': screen(() =>
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

/** It brings the query cache and all sentences with it: the first page needs none. */
function screen(load: () => Promise<ComponentType>): LazyScreenPart {
  return lazyPart(async () => {
    const [Screen, { Queries }] = await Promise.all([
      load(),
      import('#client/platform/calls/Queries.tsx'),
      completeCatalogue(),
    ])
    return () => (
      <Queries>
        <Screen />
      </Queries>
    )
  })
}
