/** All addresses of the app. The address contains the selection, so that reload, back and bookmarks work. */
export const paths = {
  home: '/home',

  signUp: '/user/signup',
  signIn: '/user/signin',
  passwordReset: '/user/reqpwreset',
  confirmEmail: '/user/confirm',
  oidc: '/user/oidc',
  myInfo: '/user/myinfo',
  invitation: '/invite',
  terms: '/terms',
  privacy: '/privacy',

  topics: '/topics',
  topicsPage: (page: number) => (page === 1 ? '/topics' : `/topics?page=${page}`),
  notes: (topicNo: number, page = 1) => `/notelist?topic=${topicNo}${page === 1 ? '' : `&page=${page}`}`,
  note: (noteNo: number) => `/note?no=${noteNo}`,
  /** The note, or the note in a hub, with the places that a search has found. */
  found: (note: string, query: string) => `${note}&find=${encodeURIComponent(query)}`,
  /** The note with its comments in a hub. */
  noteInHub: (noteNo: number, hubNo: number) => `/note?no=${noteNo}&hub=${hubNo}`,
  /** The note in a hub, scrolled to a comment. */
  commentInHub: ({ noteNo, hubNo }: { noteNo: number; hubNo: number }, commentNo: number) =>
    `/note?no=${noteNo}&hub=${hubNo}&comment=${commentNo}`,
  trash: '/trash',
  importNotes: '/import',
  /** Chooses a topic first. */
  newNote: '/note/new',
  createNote: (topicNo: number) => `/note/create?topic=${topicNo}`,
  /** Continues the draft of a new note. */
  draft: (topicNo: number, requestKey: string) => `/note/create?topic=${topicNo}&draft=${requestKey}`,
  updateNote: (noteNo: number) => `/note/update?no=${noteNo}`,
  /** Continues the draft of a saved note. */
  draftOfNote: (noteNo: number, requestKey: string) => `/note/update?no=${noteNo}&draft=${requestKey}`,

  inbox: '/inbox',
  friends: '/friends',
  discussion: (hubNo: number) => `/discussion?hub=${hubNo}`,
  agora: '/agora',
  ownOpinions: '/agora?only=own',
  administration: '/administration',
  manageNotices: '/managenotice',
  serverStatus: '/administration/status',

  lookaroundDiscussion: '/lookaround/discussion',
  lookaroundRoom: (hubNo: number) => `/lookaround/discussion?hub=${hubNo}`,
  lookaroundNoteInRoom: (noteNo: number, hubNo: number) => `/lookaround/note?no=${noteNo}&hub=${hubNo}`,
  lookaroundMyInfo: '/lookaround/myinfo',
  lookaroundCreateNote: '/lookaround/createnote',
} as const
