import { paths } from '#client/paths.ts'

/** How a screen may stand. `full`: with what the lookaround's people have written; a form is `full` as it begins. */
export type ScreenState = 'full' | 'empty' | 'loading' | 'error' | 'offline'

export interface Screen {
  address: string
  /** Who looks at it. */
  as: 'visitor' | 'member' | 'administrator'
  states: readonly ScreenState[]
}

const fetched: readonly ScreenState[] = ['full', 'empty', 'loading', 'error', 'offline']
/** One thing is there or it is not. */
const single: readonly ScreenState[] = ['full', 'loading', 'error', 'offline']
const form: readonly ScreenState[] = ['full']

/** What the sample answers are about: a room, a note that is shared in it, and a topic with my notes. */
export const SAMPLE = { hubNo: 2, noteNo: 4, topicNo: 1 } as const

/** Every screen, by the route that shows it (`client/app/screens.tsx` and `routes.tsx`, and the lookaround's own). */
export const screens = {
  '/': { address: '/', as: 'visitor', states: form },
  '/home': { address: paths.home, as: 'member', states: fetched },
  '/user/signup': { address: paths.signUp, as: 'visitor', states: form },
  '/user/signin': { address: paths.signIn, as: 'visitor', states: form },
  '/user/reqpwreset': { address: paths.passwordReset, as: 'visitor', states: form },
  '/user/confirm': { address: `${paths.confirmEmail}#sample`, as: 'visitor', states: single },
  '/invite': { address: `${paths.invitation}#sample`, as: 'visitor', states: single },
  '/user/myinfo': { address: paths.myInfo, as: 'member', states: form },
  '/topics': { address: paths.topics, as: 'member', states: fetched },
  '/notelist': { address: paths.notes(SAMPLE.topicNo), as: 'member', states: fetched },
  '/note': { address: paths.noteInHub(SAMPLE.noteNo, SAMPLE.hubNo), as: 'member', states: fetched },
  '/trash': { address: paths.trash, as: 'member', states: fetched },
  '/import': { address: paths.importNotes, as: 'member', states: form },
  '/note/new': { address: paths.newNote, as: 'member', states: ['loading', 'error', 'offline'] },
  '/note/create': { address: paths.createNote(SAMPLE.topicNo), as: 'member', states: form },
  '/note/update': { address: paths.updateNote(SAMPLE.noteNo), as: 'member', states: single },
  '/inbox': { address: paths.inbox, as: 'member', states: fetched },
  '/friends': { address: paths.friends, as: 'member', states: fetched },
  '/discussion': { address: paths.discussion(SAMPLE.hubNo), as: 'member', states: fetched },

  '/terms': { address: paths.terms, as: 'visitor', states: single },
  '/privacy': { address: paths.privacy, as: 'visitor', states: single },
  '/agora': { address: paths.agora, as: 'member', states: fetched },
  '/administration': { address: paths.administration, as: 'administrator', states: fetched },
  '/managenotice': { address: paths.manageNotices, as: 'administrator', states: fetched },
  '/lookaround/discussion': { address: paths.lookaroundDiscussion, as: 'visitor', states: form },
  '/lookaround/note': {
    address: paths.lookaroundNoteInRoom(SAMPLE.noteNo, SAMPLE.hubNo),
    as: 'visitor',
    states: form,
  },
  '/lookaround/myinfo': { address: paths.lookaroundMyInfo, as: 'visitor', states: form },
  '/lookaround/createnote': { address: paths.lookaroundCreateNote, as: 'visitor', states: form },
  '*': { address: '/nowhere', as: 'visitor', states: form },
} as const satisfies Record<string, Screen>

export type Route = keyof typeof screens

export const screenAt = (route: string): Screen | undefined =>
  Object.entries<Screen>(screens).find(([name]) => name === route)?.[1]
