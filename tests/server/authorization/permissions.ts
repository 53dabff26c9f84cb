import type { AnyPath } from '#tests/support/allCalls.ts'
import type { Fixtures, FixtureUsers } from '#tests/support/fixtures.ts'
import type { TestUser } from '#tests/support/users.ts'

/**
 * The expected response of a call. `done`: 200 with the result. `rejected`: 200 with its flag false. `signIn`: 401.
 * `forbidden`: 403. `notFound`: 404, as if the target did not exist.
 */
export type Expected = 'done' | 'rejected' | 'signIn' | 'forbidden' | 'notFound'

export type Asker = 'visitor' | Exclude<keyof FixtureUsers, 'bystander'>
type Permissions = Record<Asker, Expected>

const all = (expected: Expected): Permissions => ({
  visitor: expected,
  nonMember: expected,
  exMember: expected,
  member: expected,
  author: expected,
  administrator: expected,
})
const everybody = all('done')
const nobody = all('rejected')
/** Each caller for their own data. */
const signedInUsers: Permissions = { ...everybody, visitor: 'signIn' }
const nobodySignedIn: Permissions = { ...nobody, visitor: 'signIn' }
const administrators: Permissions = { ...all('forbidden'), visitor: 'signIn', administrator: 'done' }
const members: Permissions = { ...all('notFound'), visitor: 'signIn', member: 'done', author: 'done' }
const authorAlone: Permissions = { ...members, member: 'notFound' }
/** Members can read the target, but not do this to it. */
const authorAmongMembers: Permissions = { ...members, member: 'forbidden' }

/** Who may make each call with its valid input, and the response that everybody else gets. */
export const permissions: Record<AnyPath, Permissions> = {
  '/api/user/signin': everybody,
  '/api/user/checksignin': { ...everybody, visitor: 'rejected' },
  // The token alone decides whose session ends.
  '/api/user/signout': nobody,
  '/api/user/checkregdata': everybody,
  '/api/user/register': everybody,
  '/api/user/reqpwreset': everybody,
  // With a link that was never sent.
  '/api/user/confirmemail': nobody,
  '/api/user/sendconfirmation': signedInUsers,
  '/api/user/getprivacypolicy': everybody,
  '/api/user/gettermsofcontract': everybody,
  '/api/user/reqmyinfo': signedInUsers,
  '/api/user/updatemyinfo': signedInUsers,
  // With a wrong password.
  '/api/user/delete': nobodySignedIn,
  '/api/user/getsessions': signedInUsers,
  '/api/user/endsession': authorAlone,
  '/api/user/endothersessions': signedInUsers,
  '/api/user/exportdata': signedInUsers,
  '/api/user/signin/passkey': everybody,
  '/api/token/list': signedInUsers,
  '/api/token/create': signedInUsers,
  '/api/token/remove': authorAlone,
  '/api/feed/list': signedInUsers,
  '/api/feed/create': members,
  '/api/feed/end': signedInUsers,
  '/api/push/get': signedInUsers,
  // None of these users has a remembered session.
  '/api/push/subscribe': nobodySignedIn,
  '/api/push/choose': nobodySignedIn,
  '/api/push/end': signedInUsers,
  '/api/mail/get': signedInUsers,
  '/api/mail/choose': signedInUsers,
  '/api/mail/digest': members,
  '/api/mail/turnon': signedInUsers,
  '/api/passkey/list': signedInUsers,
  '/api/passkey/beginadding': signedInUsers,
  '/api/passkey/add': signedInUsers,
  '/api/passkey/rename': authorAlone,
  '/api/passkey/remove': authorAlone,
  '/api/passkey/beginsignin': everybody,
  '/api/oidc/providers': everybody,
  // These nodes have no providers; `oidc.test.ts` has some.
  '/api/oidc/begin': all('notFound'),
  '/api/oidc/beginlink': { ...all('notFound'), visitor: 'signIn' },
  '/api/oidc/beginproof': nobodySignedIn,
  '/api/user/signin/oidc': everybody,
  '/api/user/signin/oidc/register': everybody,
  '/api/user/signin/oidc/link': everybody,
  '/api/oidc/link': signedInUsers,
  // They have passwords.
  '/api/oidc/reqmyinfo': nobodySignedIn,
  '/api/oidc/list': signedInUsers,
  '/api/oidc/unlink': authorAlone,

  '/api/topic/gettopics': signedInUsers,
  '/api/topic/create': signedInUsers,
  '/api/topic/delete': authorAlone,
  '/api/topic/merge': authorAlone,
  '/api/topic/rename': authorAlone,
  '/api/note/move': authorAlone,
  '/api/trash/list': signedInUsers,
  '/api/trash/read': authorAlone,
  '/api/trash/restore': authorAlone,
  '/api/trash/restoretopic': authorAlone,
  '/api/trash/purge': authorAlone,
  '/api/document/unsaved': signedInUsers,
  '/api/document/open': authorAmongMembers,
  '/api/document/edit': authorAlone,
  '/api/document/save': authorAlone,
  // The document of another user: the response is the same and nothing changes.
  '/api/document/discard': signedInUsers,
  '/api/note/getnotes': authorAlone,
  '/api/note/latest': signedInUsers,
  '/api/note/post': authorAlone,
  '/api/note/daily': signedInUsers,
  '/api/note/quick': signedInUsers,
  '/api/note/update': authorAmongMembers,
  '/api/note/get': members,
  '/api/note/series': members,
  '/api/note/continue': authorAmongMembers,
  '/api/note/links': members,
  '/api/note/backlinks': members,
  '/api/note/titles': signedInUsers,
  '/api/note/tags': signedInUsers,
  '/api/note/bytag': signedInUsers,
  '/api/note/delete': authorAmongMembers,
  '/api/note/deletemany': authorAlone,
  '/api/note/pin': authorAmongMembers,
  '/api/note/gethistory': authorAmongMembers,
  '/api/note/getversion': authorAmongMembers,
  '/api/picture/upload': signedInUsers,
  '/api/find/all': signedInUsers,
  '/api/note/find': signedInUsers,

  '/api/publiclink/create': authorAmongMembers,
  '/api/publiclink/end': authorAmongMembers,
  '/api/publiclink/setindexed': authorAmongMembers,
  '/api/publiclink/list': signedInUsers,
  '/api/share/gethubs': authorAmongMembers,
  '/api/share/getnotes': members,
  '/api/share/sharenote': authorAmongMembers,
  '/api/share/setwriting': authorAmongMembers,
  '/api/share/unsharenote': authorAmongMembers,

  '/api/friends/gethubs': signedInUsers,
  '/api/friends/search': signedInUsers,
  '/api/friends/createhub': signedInUsers,
  '/api/friends/addmatching': members,
  '/api/friends/disjoin': members,
  '/api/friends/gethubinfo': members,
  '/api/friends/markasread': members,
  '/api/friends/mutehub': members,
  '/api/friends/namehub': members,
  '/api/friends/pinhub': members,
  '/api/friends/unread': signedInUsers,
  '/api/friends/removemember': members,
  '/api/invitation/make': members,
  '/api/invitation/list': members,
  '/api/invitation/end': members,
  '/api/invitation/look': everybody,
  '/api/invitation/join': signedInUsers,
  // The target is not a contact of any caller.
  '/api/friends/block': signedInUsers,
  '/api/friends/unblock': signedInUsers,
  '/api/friends/getblocked': signedInUsers,

  '/api/discussion/getsharednotes': members,
  '/api/discussion/pinnote': members,
  '/api/discussion/markseen': members,
  '/api/discussion/report': members,
  '/api/discussion/getcomments': members,
  '/api/discussion/postcomment': members,
  '/api/discussion/updatecomment': authorAmongMembers,
  '/api/discussion/deletecomment': authorAmongMembers,
  '/api/discussion/markcommentsread': members,
  '/api/discussion/react': members,
  '/api/discussion/getpassages': members,
  '/api/discussion/highlight': members,
  // A highlight of another member. Without permission to see it, the response is the same and nothing changes.
  '/api/discussion/deletehighlight': { ...signedInUsers, member: 'forbidden' },
  '/api/note/passages': authorAmongMembers,

  // Each user has their own inbox; for a target that is not in it the response is the same and nothing changes.
  '/api/inbox/list': signedInUsers,
  '/api/inbox/count': signedInUsers,
  '/api/inbox/seen': signedInUsers,
  '/api/inbox/seenthread': signedInUsers,
  '/api/inbox/seenall': signedInUsers,

  '/api/agora/getsuggestions': everybody,
  '/api/agora/findsuggestions': everybody,
  '/api/agora/react': { ...signedInUsers, author: 'forbidden' },
  '/api/agora/report': signedInUsers,
  '/api/agora/createsuggestion': signedInUsers,
  '/api/agora/deletesuggestion': { ...administrators, author: 'done' },
  '/api/agora/answersuggestion': administrators,
  '/api/agora/getunanswered': administrators,
  '/api/admin/getcounts': administrators,
  '/api/admin/getdailycounts': administrators,
  '/api/admin/getstatus': administrators,
  '/api/admin/getreports': administrators,
  '/api/admin/countreports': administrators,
  '/api/admin/settlereport': administrators,
  '/api/admin/takedownlink': administrators,
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

/** A user for whom the call succeeds; null is a visitor, chosen only if there is no such user. */
export function callerOf(fixtures: Fixtures, path: AnyPath): TestUser | null {
  const asker = (['author', 'administrator', 'member', 'visitor'] as const).find(
    name => permissions[path][name] === 'done',
  )
  return asker === undefined || asker === 'visitor' ? null : fixtures[asker]
}
