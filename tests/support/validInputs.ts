import { randomUUID } from 'node:crypto'
import { encodeText } from '#protocol/encoding.ts'
import { getHubInfo } from '#protocol/hubs.ts'
import { notificationTargets } from '#protocol/inbox.ts'
import { SEEN_SEQS_MAX } from '#protocol/limits.ts'
import { getSessions, requestMyInfo } from '#protocol/myInfo.ts'
import { deleteNote, getNote, postNote } from '#protocol/notes.ts'
import { createNotice } from '#protocol/notices.ts'
import { FIRST_CHOICES } from '#protocol/push.ts'
import { getReports, sendReport } from '#protocol/reports.ts'
import { deleteTopic } from '#protocol/topics.ts'
import type { AnyPath, InputAt } from './allCalls.ts'
import {
  beginPasskeyRegistration,
  newAuthenticator,
  registerPasskey,
  requestSignInChallenge,
} from './authenticator.ts'
import { type FixtureHub, type Fixtures, newRoom, PRIVATE_TEXTS } from './fixtures.ts'
import { picture, upload } from './images.ts'
import { newBrowser } from './pushService.ts'
import {
  comment,
  invite,
  joinByLink,
  lookUp,
  makeHub,
  newUser,
  PASSWORD,
  shareNewNote,
  signInUser,
  suggest,
  type TestUser,
  writeNote,
} from './users.ts'

/** Null is a visitor. */
type Caller = TestUser | null
type Inputs = {
  [Path in AnyPath]: (fixtures: Fixtures, caller: Caller) => InputAt<Path> | Promise<InputAt<Path>>
}

const emptyInput = () => ({})
const notice = { display: 1, title: '새벽 점검 안내', content: '토요일 새벽에 점검해요.' } as const
/** More than a small hub has. */
const ALL_SEQS = Array.from({ length: SEEN_SEQS_MAX }, (_, place) => place + 1)
const listOf = (...users: Caller[]) => JSON.stringify(users.map(user => user?.userNo ?? 0))
/** A visitor has none. */
const emailOf = (caller: Caller) => caller?.email ?? 'visitor@example.com'

async function newNotice({ administrator }: Fixtures) {
  return { noticeNo: (await administrator.call(createNotice, notice)).noticeNo }
}

/** The most recent report. */
async function newReport({ author, bystander, administrator, room: { hubNo } }: Fixtures): Promise<number> {
  await author.call(sendReport, { hubNo, userNo: bystander.userNo, words: '자꾸 욕을 해요.' })
  const { itemList } = await administrator.call(getReports, {})
  return itemList[0]?.reportNo ?? 0
}

async function trashedNote(author: TestUser): Promise<number> {
  const noteNo = await writeNote(author)
  await author.call(deleteNote, { noteNo })
  return noteNo
}

/** Creates a trashed topic that had a note. Returns its number. */
async function trashedTopic(author: TestUser): Promise<number> {
  const noteNo = await writeNote(author)
  const topicNo = (await author.call(getNote, { noteNo })).subjectNo ?? 0
  await author.call(deleteTopic, { topicNo })
  return topicNo
}

/** Creates a notification for the author, even if they have muted the hub. */
function callAuthor({ author, bystander, room }: Fixtures): Promise<number> {
  return comment(bystander, room, `@${author.name} 여기예요`)
}

/** Creates a contact of the caller; a visitor has none. */
async function newFriend({ author }: Fixtures, caller: Caller): Promise<TestUser> {
  const friend = await newUser(author.url)
  if (caller !== null) await lookUp(caller, friend)
  return friend
}

/** Creates a hub with a user whom nobody else knows. */
async function newHub(maker: TestUser): Promise<number> {
  return makeHub(maker, await newUser(maker.url))
}

/** Creates an invitation link of a hub without any of the callers. */
async function newLink({ bystander }: Fixtures): Promise<string> {
  return invite(bystander, await newHub(bystander))
}

/** Creates a hub that a call may use up; a visitor cannot. */
function roomToSpend(fixtures: Fixtures, caller: Caller): Promise<FixtureHub> | FixtureHub {
  return caller === null ? fixtures.room : newRoom(fixtures)
}

/**
 * A valid input for each call, with which it succeeds for every user with permission. It creates what the call uses
 * up; everything else belongs to the hub of the fixtures.
 */
export const validInputs: Inputs = {
  '/api/user/signin': ({ author }) => ({ email: author.email, password: PASSWORD }),
  '/api/user/checksignin': emptyInput,
  '/api/user/signout': () => ({ authToken: 'nobody' }),
  '/api/user/checkregdata': () => ({ email: `free-${randomUUID()}@example.com` }),
  '/api/user/register': () => ({
    email: `joined-${randomUUID()}@example.com`,
    username: randomUUID(),
    password: PASSWORD,
  }),
  '/api/user/reqpwreset': ({ bystander }) => ({ email: bystander.email }),
  '/api/user/confirmemail': ({ author }) => ({ token: `${author.userNo}.${'x'.repeat(22)}` }),
  '/api/user/sendconfirmation': emptyInput,
  '/api/user/getprivacypolicy': emptyInput,
  '/api/user/gettermsofcontract': emptyInput,
  '/api/user/reqmyinfo': (_, caller) => ({ email: emailOf(caller), password: PASSWORD }),
  '/api/user/updatemyinfo': async (_, caller) => {
    await caller?.call(requestMyInfo, { email: caller.email, password: PASSWORD })
    return { mobile: '' }
  },
  '/api/user/delete': () => ({ password: '틀린 비밀번호' }),
  '/api/user/getsessions': emptyInput,
  '/api/user/endsession': async ({ author }) => {
    await signInUser(author.url, author.email)
    const { sessions } = await author.call(getSessions, {})
    return { sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.sessionId ?? '' }
  },
  '/api/user/endothersessions': emptyInput,
  '/api/user/exportdata': emptyInput,
  '/api/user/signin/passkey': async ({ author }) => {
    const authenticator = await registerPasskey(await newUser(author.url))
    return {
      credential: authenticator.createAssertion({ challenge: await requestSignInChallenge(author.url) }),
    }
  },
  '/api/passkey/list': emptyInput,
  '/api/passkey/beginadding': async (_, caller) => {
    await caller?.call(requestMyInfo, { email: caller.email, password: PASSWORD })
    return {}
  },
  '/api/passkey/add': async ({ author }, caller) => ({
    credential: newAuthenticator().createCredential(await beginPasskeyRegistration(caller ?? author)),
  }),
  '/api/passkey/rename': async ({ author }) => ({
    passkeyId: (await registerPasskey(author)).passkeyId,
    name: '전화기',
  }),
  '/api/passkey/remove': async ({ author }) => ({ passkeyId: (await registerPasskey(author)).passkeyId }),
  '/api/passkey/beginsignin': emptyInput,

  '/api/push/get': emptyInput,
  '/api/push/subscribe': () => newBrowser('https://fcm.googleapis.com/fcm/send/').subscription,
  '/api/push/choose': () => FIRST_CHOICES,
  '/api/push/end': emptyInput,

  '/api/topic/gettopics': emptyInput,
  '/api/topic/create': () => ({ title: '새 주제' }),
  '/api/topic/delete': async (fixtures, caller) => ({
    topicNo: (await roomToSpend(fixtures, caller)).topicNo,
  }),
  '/api/topic/rename': ({ room }) => ({ topicNo: room.topicNo, title: '다른 이름' }),
  '/api/note/move': async (fixtures, caller) => {
    const { noteNo } = await roomToSpend(fixtures, caller)
    return { noteNosJSON: JSON.stringify([noteNo]), topicNo: fixtures.room.topicNo }
  },
  '/api/trash/list': emptyInput,
  '/api/trash/read': async ({ author }) => ({ noteNo: await trashedNote(author) }),
  '/api/trash/restore': async ({ author }) => ({ noteNosJSON: JSON.stringify([await trashedNote(author)]) }),
  '/api/trash/restoretopic': async ({ author }) => ({ topicNo: await trashedTopic(author) }),
  '/api/trash/purge': async ({ author }) => ({ noteNosJSON: JSON.stringify([await trashedNote(author)]) }),
  '/api/note/getnotes': ({ room }) => ({ topicNo: room.topicNo }),
  '/api/note/latest': () => ({}),
  '/api/note/post': ({ room }) => ({
    topicNo: room.topicNo,
    title: '새 노트',
    text: encodeText('새 글'),
    requestKey: randomUUID(),
    createdAt: '2024-03-01T10:22:00.000Z',
    lastUpdate: '2024-03-02T10:22:00.000Z',
    isPinned: true,
  }),
  '/api/note/quick': () => ({ text: encodeText('떠오른 생각\n이어서'), requestKey: randomUUID() }),
  '/api/note/update': async (fixtures, caller) => ({
    noteNo: (await roomToSpend(fixtures, caller)).noteNo,
    title: '고친 제목',
    text: encodeText('고친 글'),
    version: 1,
    keepEarlier: true,
    lastUpdate: '2024-03-02T10:22:00.000Z',
  }),
  '/api/note/get': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/delete': async (fixtures, caller) => ({ noteNo: (await roomToSpend(fixtures, caller)).noteNo }),
  '/api/note/deletemany': async ({ author, room: { topicNo } }) => {
    const { noteNo } = await author.call(postNote, { topicNo, title: '지울 노트', text: '' })
    return { noteNosJSON: JSON.stringify([noteNo]) }
  },
  '/api/note/pin': ({ room }) => ({ noteNo: room.noteNo, isPinned: true }),
  '/api/note/gethistory': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/getversion': ({ room }) => ({ noteNo: room.noteNo, version: 1 }),
  '/api/picture/upload': async () => ({ picture: upload(await picture('jpeg')), requestKey: randomUUID() }),
  '/api/find/all': () => ({ query: PRIVATE_TEXTS.title }),
  '/api/note/find': () => ({ query: PRIVATE_TEXTS.title }),

  '/api/share/gethubs': ({ room }) => ({ noteNo: room.noteNo, needSharedList: 1 }),
  '/api/share/getnotes': ({ room }) => ({ hubNo: room.hubNo }),
  '/api/share/sharenote': ({ room }) => ({ hubNo: room.hubNo, noteNo: room.noteNo }),
  '/api/share/unsharenote': async (fixtures, caller) => {
    const { hubNo, noteNo } = await roomToSpend(fixtures, caller)
    return { hubNo, noteNo }
  },

  '/api/friends/gethubs': emptyInput,
  '/api/friends/search': ({ author }) => ({ candidatesJSON: JSON.stringify([author.email, '01012345678']) }),
  '/api/friends/createhub': async (fixtures, caller) => ({
    candidatesJSON: listOf(caller, await newFriend(fixtures, caller)),
  }),
  '/api/friends/addmatching': async (fixtures, caller) => {
    const { author, room } = fixtures
    const { hubNo } = room
    const friend = await newFriend(fixtures, caller)
    const { participants } = await author.call(getHubInfo, { hubNo })
    const expected = [...participants.map(({ userNo }) => userNo), friend.userNo]
    return { hubNo, friendsJSON: listOf(friend), expectedResult: JSON.stringify(expected) }
  },
  '/api/friends/disjoin': async (fixtures, caller) => ({
    targetHubNo: (await roomToSpend(fixtures, caller)).hubNo,
    declineInvitations: true,
  }),
  '/api/friends/gethubinfo': ({ room }) => ({ hubNo: room.hubNo }),
  '/api/friends/markasread': ({ room }) => ({ hubNo: room.hubNo, seq: 1 }),
  '/api/friends/mutehub': ({ room }) => ({ hubNo: room.hubNo, isMuted: true }),
  '/api/friends/pinhub': ({ room }) => ({ hubNo: room.hubNo, isPinned: true }),
  '/api/friends/namehub': ({ room }, caller) => ({ hubNo: room.hubNo, name: `방 ${caller?.userNo}` }),
  '/api/friends/unread': emptyInput,
  '/api/friends/removemember': async (fixtures, caller) => {
    const { member, room } = fixtures
    if (caller === null) return { hubNo: room.hubNo, userNo: member.userNo }
    const hubNo = await newHub(caller)
    const newcomer = await newUser(caller.url)
    await joinByLink(await invite(caller, hubNo), newcomer)
    return { hubNo, userNo: newcomer.userNo }
  },
  '/api/invitation/make': async ({ room }, caller) => ({
    hubNo: caller === null ? room.hubNo : await newHub(caller),
  }),
  '/api/invitation/list': ({ room }) => ({ hubNo: room.hubNo }),
  '/api/invitation/end': ({ room, author }) => ({ hubNo: room.hubNo, makerNo: author.userNo }),
  '/api/invitation/look': async fixtures => ({ token: await newLink(fixtures) }),
  '/api/invitation/join': async fixtures => ({ token: await newLink(fixtures) }),
  '/api/friends/block': async (fixtures, caller) => ({ userNo: (await newFriend(fixtures, caller)).userNo }),
  '/api/friends/unblock': ({ bystander }) => ({ userNo: bystander.userNo }),
  '/api/friends/getblocked': emptyInput,

  '/api/discussion/pinnote': ({ room }) => ({ hubNo: room.hubNo, noteNo: room.noteNo, isPinned: true }),
  '/api/discussion/getsharednotes': ({ room }) => ({ selectedHubNo: room.hubNo }),
  '/api/discussion/markseen': async ({ room, member }) => {
    await shareNewNote(member, room.hubNo)
    return { hubNo: room.hubNo, seqsJSON: JSON.stringify(ALL_SEQS) }
  },
  '/api/discussion/getcomments': ({ room: { hubNo, noteNo } }) => ({ hubNo, noteNo }),
  '/api/discussion/postcomment': ({ room: { hubNo, noteNo } }) => ({
    hubNo,
    noteNo,
    text: '한마디',
    requestKey: randomUUID(),
  }),
  '/api/discussion/updatecomment': ({ room }) => ({ commentNo: room.commentNo, text: PRIVATE_TEXTS.comment }),
  '/api/discussion/deletecomment': async (fixtures, caller) => ({
    commentNo: (await roomToSpend(fixtures, caller)).commentNo,
  }),
  '/api/discussion/react': ({ room: { hubNo, noteNo, commentNo } }) => ({
    hubNo,
    noteNo,
    commentNo,
    isOn: true,
  }),
  '/api/discussion/markcommentsread': ({ room: { hubNo, noteNo, commentNo } }) => ({
    hubNo,
    noteNo,
    commentNo,
  }),

  '/api/inbox/list': emptyInput,
  '/api/inbox/count': emptyInput,
  '/api/inbox/seen': async fixtures => ({ thing: notificationTargets.comment(await callAuthor(fixtures)) }),
  '/api/inbox/seenthread': async fixtures => {
    const { hubNo, noteNo } = fixtures.room
    return { hubNo, noteNo, commentNo: await callAuthor(fixtures) }
  },
  '/api/inbox/seenall': async fixtures => {
    await callAuthor(fixtures)
    return { upTo: new Date(Date.now() + 1_000).toISOString() }
  },

  '/api/agora/getsuggestions': async ({ author }) => {
    await suggest(author)
    return {}
  },
  '/api/agora/findsuggestions': () => ({ query: 'ㄱㅁㄹ 바라요' }),
  '/api/agora/react': async ({ author }) => ({
    suggestionNo: (await suggest(author)).suggestionNo,
    isOn: true,
  }),
  '/api/agora/report': async ({ bystander }) => ({
    suggestionNo: (await suggest(bystander)).suggestionNo,
    words: '광고예요.',
  }),
  '/api/agora/createsuggestion': () => ({ suggestion: `${randomUUID()} 글마루에 바라요` }),
  '/api/agora/deletesuggestion': async ({ author }) => ({
    suggestionNo: (await suggest(author)).suggestionNo,
  }),
  '/api/agora/answersuggestion': async ({ author }) => ({
    suggestionNo: (await suggest(author)).suggestionNo,
    answer: '그렇게 할게요.',
  }),
  '/api/agora/getunanswered': emptyInput,
  '/api/admin/getcounts': emptyInput,
  '/api/admin/getdailycounts': emptyInput,
  '/api/discussion/report': ({ room: { hubNo }, bystander: { userNo } }) => ({
    hubNo,
    userNo,
    words: '자꾸 욕을 해요.',
  }),
  '/api/admin/getreports': emptyInput,
  '/api/admin/countreports': emptyInput,
  '/api/admin/settlereport': async fixtures => ({
    reportNo: await newReport(fixtures),
    outcome: '경고했어요.',
  }),
  '/api/admin/getlog': emptyInput,
  '/api/admin/findpeople': ({ author }) => ({ query: author.email }),
  '/api/admin/suspend': async ({ author }) => ({
    userNo: (await newUser(author.url)).userNo,
    isSuspended: true,
  }),
  '/api/admin/endsessions': async ({ author }) => ({ userNo: (await newUser(author.url)).userNo }),
  '/api/agora/getnotices': emptyInput,
  '/api/agora/getnotice': newNotice,
  '/api/agora/gethiddennotices': emptyInput,
  '/api/agora/createnotice': () => notice,
  '/api/agora/updatenotice': async fixtures => ({ ...notice, ...(await newNotice(fixtures)) }),
  '/api/agora/deletenotice': newNotice,
}
