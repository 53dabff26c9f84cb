import { paths } from '#client/paths.ts'

/** The state of a screen. `full` has the lookaround's content; a form is `full` when it opens. */
export type ScreenState = 'full' | 'empty' | 'loading' | 'error' | 'offline'

export interface Screen {
  address: string
  /** The viewer. */
  as: 'visitor' | 'member' | 'administrator'
  states: readonly ScreenState[]
}

const dataStates: readonly ScreenState[] = ['full', 'empty', 'loading', 'error', 'offline']
/** A single item exists or not, so it has no empty state. */
const itemStates: readonly ScreenState[] = ['full', 'loading', 'error', 'offline']
const formStates: readonly ScreenState[] = ['full']

/** The sample data: a room, a note shared in it, and a topic of the viewer. */
export const SAMPLE = { hubNo: 2, noteNo: 4, topicNo: 1 } as const

/** Every screen, by its route (`client/app/screens.tsx` and the lookaround). */
export const screens = {
  '/': { address: '/', as: 'visitor', states: formStates },
  '/home': { address: paths.home, as: 'member', states: dataStates },
  '/user/signup': { address: paths.signUp, as: 'visitor', states: formStates },
  '/user/signin': { address: paths.signIn, as: 'visitor', states: formStates },
  '/user/reqpwreset': { address: paths.passwordReset, as: 'visitor', states: formStates },
  '/user/confirm': { address: `${paths.confirmEmail}#sample`, as: 'visitor', states: itemStates },
  '/invite': { address: `${paths.invitation}#sample`, as: 'visitor', states: itemStates },
  '/user/oidc': { address: `${paths.oidc}#signIn.${'x'.repeat(22)}`, as: 'visitor', states: itemStates },
  '/user/myinfo': { address: paths.myInfo, as: 'member', states: formStates },
  '/topics': { address: paths.topics, as: 'member', states: dataStates },
  '/notelist': { address: paths.notes(SAMPLE.topicNo), as: 'member', states: dataStates },
  '/note': { address: paths.noteInHub(SAMPLE.noteNo, SAMPLE.hubNo), as: 'member', states: dataStates },
  '/trash': { address: paths.trash, as: 'member', states: dataStates },
  '/import': { address: paths.importNotes, as: 'member', states: formStates },
  '/note/new': { address: paths.newNote, as: 'member', states: ['loading', 'error', 'offline'] },
  '/note/create': { address: paths.createNote(SAMPLE.topicNo), as: 'member', states: formStates },
  '/note/update': { address: paths.updateNote(SAMPLE.noteNo), as: 'member', states: itemStates },
  '/inbox': { address: paths.inbox, as: 'member', states: dataStates },
  '/friends': { address: paths.friends, as: 'member', states: dataStates },
  '/discussion': { address: paths.discussion(SAMPLE.hubNo), as: 'member', states: dataStates },

  '/terms': { address: paths.terms, as: 'visitor', states: itemStates },
  '/privacy': { address: paths.privacy, as: 'visitor', states: itemStates },
  '/agora': { address: paths.agora, as: 'member', states: dataStates },
  '/administration': { address: paths.administration, as: 'administrator', states: dataStates },
  '/managenotice': { address: paths.manageNotices, as: 'administrator', states: dataStates },
  '/administration/status': { address: paths.serverStatus, as: 'administrator', states: itemStates },
  '/lookaround/discussion': { address: paths.lookaroundDiscussion, as: 'visitor', states: formStates },
  '/lookaround/note': {
    address: paths.lookaroundNoteInRoom(SAMPLE.noteNo, SAMPLE.hubNo),
    as: 'visitor',
    states: formStates,
  },
  '/lookaround/myinfo': { address: paths.lookaroundMyInfo, as: 'visitor', states: formStates },
  '/lookaround/createnote': { address: paths.lookaroundCreateNote, as: 'visitor', states: formStates },
  '*': { address: '/nowhere', as: 'visitor', states: formStates },
} as const satisfies Record<string, Screen>

export type Route = keyof typeof screens

export const findScreen = (route: string): Screen | undefined =>
  Object.entries<Screen>(screens).find(([name]) => name === route)?.[1]
