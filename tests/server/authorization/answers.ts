import type { AnyPath } from '#tests/support/everyCall.ts'
import type { People } from '#tests/support/world.ts'

/**
 * How a call is answered. `done`: 200, and what was asked for. `rejected`: 200, its flag false. `signIn`: 401.
 * `forbidden`: 403. `nothing`: 404, just as if there were no such thing.
 */
export type Expected = 'done' | 'refused' | 'signIn' | 'forbidden' | 'nothing'

export type Asker = 'visitor' | Exclude<keyof People, 'bystander'>
type Answers = Record<Asker, Expected>

const everybody: Answers = {
  visitor: 'done',
  stranger: 'done',
  exMember: 'done',
  member: 'done',
  author: 'done',
  administrator: 'done',
}
const nobody: Answers = {
  visitor: 'refused',
  stranger: 'refused',
  exMember: 'refused',
  member: 'refused',
  author: 'refused',
  administrator: 'refused',
}
/** Each for themselves. */
const whoeverIsSignedIn: Answers = { ...everybody, visitor: 'signIn' }
const nobodySignedIn: Answers = { ...nobody, visitor: 'signIn' }
const administrators: Answers = {
  visitor: 'signIn',
  stranger: 'forbidden',
  exMember: 'forbidden',
  member: 'forbidden',
  author: 'forbidden',
  administrator: 'done',
}
const members: Answers = {
  visitor: 'signIn',
  stranger: 'nothing',
  exMember: 'nothing',
  member: 'done',
  author: 'done',
  administrator: 'nothing',
}
const authorAlone: Answers = { ...members, member: 'nothing' }
/** Members see what it is about, and may not do this to it. */
const authorAmongMembers: Answers = { ...members, member: 'forbidden' }

/** Who may make each call with its valid input, and how everybody else is answered. */
export const answers: Record<AnyPath, Answers> = {
  '/api/user/signin': everybody,
  '/api/user/checksignin': { ...everybody, visitor: 'refused' },
  // Whose sessions a token ends, the token alone says.
  '/api/user/signout': nobody,
  '/api/user/checkregdata': everybody,
  '/api/user/register': everybody,
  '/api/user/reqpwreset': everybody,
  // With a link that was never sent.
  '/api/user/confirmemail': nobody,
  '/api/user/sendconfirmation': whoeverIsSignedIn,
  '/api/user/getprivacypolicy': everybody,
  '/api/user/gettermsofcontract': everybody,
  '/api/user/reqmyinfo': whoeverIsSignedIn,
  '/api/user/updatemyinfo': whoeverIsSignedIn,
  // With a wrong password.
  '/api/user/delete': nobodySignedIn,
  '/api/user/getsessions': whoeverIsSignedIn,
  '/api/user/endsession': authorAlone,
  '/api/user/endothersessions': whoeverIsSignedIn,
  '/api/user/takeaway': whoeverIsSignedIn,
  '/api/user/signin/passkey': everybody,
  '/api/push/get': whoeverIsSignedIn,
  // None of them stays signed in.
  '/api/push/subscribe': nobodySignedIn,
  '/api/push/choose': nobodySignedIn,
  '/api/push/end': whoeverIsSignedIn,
  '/api/passkey/list': whoeverIsSignedIn,
  '/api/passkey/beginadding': whoeverIsSignedIn,
  '/api/passkey/add': whoeverIsSignedIn,
  '/api/passkey/rename': authorAlone,
  '/api/passkey/remove': authorAlone,
  '/api/passkey/beginsignin': everybody,

  '/api/topic/gettopics': whoeverIsSignedIn,
  '/api/topic/create': whoeverIsSignedIn,
  '/api/topic/delete': authorAlone,
  '/api/topic/rename': authorAlone,
  '/api/note/move': authorAlone,
  '/api/trash/list': whoeverIsSignedIn,
  '/api/trash/read': authorAlone,
  '/api/trash/restore': authorAlone,
  '/api/trash/restoretopic': authorAlone,
  '/api/trash/purge': authorAlone,
  '/api/note/getnotes': authorAlone,
  '/api/note/latest': whoeverIsSignedIn,
  '/api/note/post': authorAlone,
  '/api/note/quick': whoeverIsSignedIn,
  '/api/note/update': authorAmongMembers,
  '/api/note/get': members,
  '/api/note/delete': authorAmongMembers,
  '/api/note/deletemany': authorAlone,
  '/api/note/pin': authorAmongMembers,
  '/api/note/gethistory': authorAmongMembers,
  '/api/note/getversion': authorAmongMembers,
  '/api/picture/upload': whoeverIsSignedIn,
  '/api/find/all': whoeverIsSignedIn,
  '/api/note/find': whoeverIsSignedIn,

  '/api/share/gethubs': authorAmongMembers,
  '/api/share/getnotes': members,
  '/api/share/sharenote': authorAmongMembers,
  '/api/share/unsharenote': authorAmongMembers,

  '/api/friends/gethubs': whoeverIsSignedIn,
  '/api/friends/search': whoeverIsSignedIn,
  '/api/friends/createhub': whoeverIsSignedIn,
  '/api/friends/addmatching': members,
  '/api/friends/disjoin': members,
  '/api/friends/gethubinfo': members,
  '/api/friends/markasread': members,
  '/api/friends/mutehub': members,
  '/api/friends/namehub': members,
  '/api/friends/pinhub': members,
  '/api/friends/unread': whoeverIsSignedIn,
  '/api/friends/expel': members,
  '/api/invitation/make': members,
  '/api/invitation/list': members,
  '/api/invitation/end': members,
  '/api/invitation/look': everybody,
  '/api/invitation/join': whoeverIsSignedIn,
  // Whom one does not know is nobody, whoever one is.
  '/api/friends/block': whoeverIsSignedIn,
  '/api/friends/unblock': whoeverIsSignedIn,
  '/api/friends/getblocked': whoeverIsSignedIn,

  '/api/discussion/getsharednotes': members,
  '/api/discussion/pinnote': members,
  '/api/discussion/markseen': members,
  '/api/discussion/report': members,
  '/api/discussion/getcomments': members,
  '/api/discussion/postcomment': members,
  '/api/discussion/updatecomment': authorAmongMembers,
  '/api/discussion/deletecomment': authorAmongMembers,
  '/api/discussion/markcommentsread': members,
  '/api/discussion/empathize': members,

  // Each has an inbox of their own; of what is not in it nothing is told and nothing changes.
  '/api/inbox/list': whoeverIsSignedIn,
  '/api/inbox/count': whoeverIsSignedIn,
  '/api/inbox/seen': whoeverIsSignedIn,
  '/api/inbox/seenthread': whoeverIsSignedIn,
  '/api/inbox/seenall': whoeverIsSignedIn,

  '/api/agora/getsuggestions': everybody,
  '/api/agora/findsuggestions': everybody,
  '/api/agora/empathize': { ...whoeverIsSignedIn, author: 'forbidden' },
  '/api/agora/report': whoeverIsSignedIn,
  '/api/agora/createsuggestion': whoeverIsSignedIn,
  '/api/agora/deletesuggestion': {
    ...administrators,
    author: 'done',
  },
  '/api/agora/answersuggestion': administrators,
  '/api/agora/getunanswered': administrators,
  '/api/admin/getcounts': administrators,
  '/api/admin/getdailycounts': administrators,
  '/api/admin/getreports': administrators,
  '/api/admin/countreports': administrators,
  '/api/admin/settlereport': administrators,
  '/api/admin/getlog': administrators,
  '/api/admin/findpeople': administrators,
  '/api/admin/suspend': administrators,
  '/api/admin/endsessions': administrators,
  '/api/agora/getnotices': everybody,
  '/api/agora/getnotice': administrators,
  '/api/agora/gethiddennotices': administrators,
  '/api/agora/createnotice': administrators,
  '/api/agora/updatenotice': administrators,
  '/api/agora/deletenotice': administrators,
}
