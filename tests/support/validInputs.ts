import { randomUUID } from 'node:crypto'
import { encodeText } from '#protocol/encoding.ts'
import { getHubInfo } from '#protocol/hubs.ts'
import { notificationTargets } from '#protocol/inbox.ts'
import { SEEN_TOLD_MAX } from '#protocol/limits.ts'
import { getSessions, requestMyInfo } from '#protocol/myInfo.ts'
import { deleteNote, getNote, postNote } from '#protocol/notes.ts'
import { createNotice } from '#protocol/notices.ts'
import { FIRST_CHOICES } from '#protocol/push.ts'
import { getReports, sendReport } from '#protocol/reports.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { addsPasskey, beginsAdding, challengeFrom, newAuthenticator } from './authenticator.ts'
import type { AnyPath, InputAt } from './everyCall.ts'
import { picture, upload } from './images.ts'
import { comeBy, invite } from './invitations.ts'
import {
  comment,
  find,
  makeHub,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  signedIn,
  suggest,
  writeNote,
} from './person.ts'
import { newBrowser } from './pushBrowser.ts'
import { newRoom, PRIVATE, type Room, type World } from './world.ts'

/** Null is a visitor. */
type Caller = Person | null
type Inputs = { [Path in AnyPath]: (world: World, caller: Caller) => InputAt<Path> | Promise<InputAt<Path>> }

const nothing = () => ({})
const notice = { display: 1, title: '새벽 점검 안내', content: '토요일 새벽에 점검해요.' } as const
/** More than a small room holds. */
const ALL_SEQS = Array.from({ length: SEEN_TOLD_MAX }, (_, place) => place + 1)
const listOf = (...people: Caller[]) => JSON.stringify(people.map(person => person?.userNo ?? 0))
/** A visitor has none. */
const emailOf = (caller: Caller) => caller?.email ?? 'visitor@example.com'

async function newNotice({ administrator }: World) {
  return { noticeNo: (await administrator.does(createNotice, notice)).noticeNo }
}

/** The last that somebody sent. */
async function newReport({ author, bystander, administrator, room: { hubNo } }: World): Promise<number> {
  await author.does(sendReport, { hubNo, userNo: bystander.userNo, words: '자꾸 욕을 해요.' })
  const { itemList } = await administrator.does(getReports, {})
  return itemList[0]?.reportNo ?? 0
}

async function trashedNote(author: Person): Promise<number> {
  const noteNo = await writeNote(author)
  await author.does(deleteNote, { noteNo })
  return noteNo
}

/** The number of one that held a note. */
async function trashedTopic(author: Person): Promise<number> {
  const noteNo = await writeNote(author)
  const topicNo = (await author.does(getNote, { noteNo })).subjectNo ?? 0
  await author.does(deleteTopic, { topicNo })
  return topicNo
}

/** Tells the author of something, whether or not they have muted the room. */
function callAuthor({ author, bystander, room }: World): Promise<number> {
  return comment(bystander, room, `@${author.name} 여기예요`)
}

/** Somebody whom the caller has found; a visitor finds nobody. */
async function newFriend({ author }: World, caller: Caller): Promise<Person> {
  const friend = await newPerson(author.url)
  if (caller !== null) await find(caller, friend)
  return friend
}

/** A hub with somebody whom nobody else knows. */
async function newHub(maker: Person): Promise<number> {
  return makeHub(maker, await newPerson(maker.url))
}

/** A link into a hub in which none of those who ask are. */
async function newLink({ bystander }: World): Promise<string> {
  return invite(bystander, await newHub(bystander))
}

/** A room that a call may use up; a visitor can use up none. */
function roomToSpend(world: World, caller: Caller): Promise<Room> | Room {
  return caller === null ? world.room : newRoom(world)
}

/**
 * What each call may be given so that it succeeds for whoever may make it. What a call would use up is made for it;
 * all else is the room's.
 */
export const validInputs: Inputs = {
  '/api/user/signin': ({ author }) => ({ email: author.email, password: PASSWORD }),
  '/api/user/checksignin': nothing,
  '/api/user/signout': () => ({ authToken: 'nobody' }),
  '/api/user/checkregdata': () => ({ email: `free-${randomUUID()}@example.com` }),
  '/api/user/register': () => ({
    email: `joined-${randomUUID()}@example.com`,
    username: randomUUID(),
    password: PASSWORD,
  }),
  '/api/user/reqpwreset': ({ bystander }) => ({ email: bystander.email }),
  '/api/user/confirmemail': ({ author }) => ({ token: `${author.userNo}.${'x'.repeat(22)}` }),
  '/api/user/sendconfirmation': nothing,
  '/api/user/getprivacypolicy': nothing,
  '/api/user/gettermsofcontract': nothing,
  '/api/user/reqmyinfo': (_, caller) => ({ email: emailOf(caller), password: PASSWORD }),
  '/api/user/updatemyinfo': async (_, caller) => {
    await caller?.does(requestMyInfo, { email: caller.email, password: PASSWORD })
    return { mobile: '' }
  },
  '/api/user/delete': () => ({ password: '틀린 비밀번호' }),
  '/api/user/getsessions': nothing,
  '/api/user/endsession': async ({ author }) => {
    await signedIn(author.url, author.email)
    const { sessions } = await author.does(getSessions, {})
    return { sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.sessionId ?? '' }
  },
  '/api/user/endothersessions': nothing,
  '/api/user/takeaway': nothing,
  '/api/user/signin/passkey': async ({ author }) => {
    const authenticator = await addsPasskey(await newPerson(author.url))
    return { credential: authenticator.shows({ challenge: await challengeFrom(author.url) }) }
  },
  '/api/passkey/list': nothing,
  '/api/passkey/beginadding': async (_, caller) => {
    await caller?.does(requestMyInfo, { email: caller.email, password: PASSWORD })
    return {}
  },
  '/api/passkey/add': async ({ author }, caller) => ({
    credential: newAuthenticator().makes(await beginsAdding(caller ?? author)),
  }),
  '/api/passkey/rename': async ({ author }) => ({
    passkeyId: (await addsPasskey(author)).passkeyId,
    name: '전화기',
  }),
  '/api/passkey/remove': async ({ author }) => ({ passkeyId: (await addsPasskey(author)).passkeyId }),
  '/api/passkey/beginsignin': nothing,

  '/api/push/get': nothing,
  '/api/push/subscribe': () => newBrowser('https://fcm.googleapis.com/fcm/send/').subscription,
  '/api/push/choose': () => FIRST_CHOICES,
  '/api/push/end': nothing,

  '/api/topic/gettopics': nothing,
  '/api/topic/create': () => ({ title: '새 주제' }),
  '/api/topic/delete': async (world, caller) => ({ topicNo: (await roomToSpend(world, caller)).topicNo }),
  '/api/topic/rename': ({ room }) => ({ topicNo: room.topicNo, title: '다른 이름' }),
  '/api/note/move': async (world, caller) => {
    const { noteNo } = await roomToSpend(world, caller)
    return { noteNosJSON: JSON.stringify([noteNo]), topicNo: world.room.topicNo }
  },
  '/api/trash/list': nothing,
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
  '/api/note/update': async (world, caller) => ({
    noteNo: (await roomToSpend(world, caller)).noteNo,
    title: '고친 제목',
    text: encodeText('고친 글'),
    version: 1,
    keepEarlier: true,
    lastUpdate: '2024-03-02T10:22:00.000Z',
  }),
  '/api/note/get': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/delete': async (world, caller) => ({ noteNo: (await roomToSpend(world, caller)).noteNo }),
  '/api/note/deletemany': async ({ author, room: { topicNo } }) => {
    const { noteNo } = await author.does(postNote, { topicNo, title: '지울 노트', text: '' })
    return { noteNosJSON: JSON.stringify([noteNo]) }
  },
  '/api/note/pin': ({ room }) => ({ noteNo: room.noteNo, isPinned: true }),
  '/api/note/gethistory': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/getversion': ({ room }) => ({ noteNo: room.noteNo, version: 1 }),
  '/api/picture/upload': async () => ({ picture: upload(await picture('jpeg')), requestKey: randomUUID() }),
  '/api/find/all': () => ({ query: PRIVATE.title }),
  '/api/note/find': () => ({ query: PRIVATE.title }),

  '/api/share/gethubs': ({ room }) => ({ noteNo: room.noteNo, needSharedList: 1 }),
  '/api/share/getnotes': ({ room }) => ({ hubNo: room.hubNo }),
  '/api/share/sharenote': ({ room }) => ({ hubNo: room.hubNo, noteNo: room.noteNo }),
  '/api/share/unsharenote': async (world, caller) => {
    const { hubNo, noteNo } = await roomToSpend(world, caller)
    return { hubNo, noteNo }
  },

  '/api/friends/gethubs': nothing,
  '/api/friends/search': ({ author }) => ({ candidatesJSON: JSON.stringify([author.email, '01012345678']) }),
  '/api/friends/createhub': async (world, caller) => ({
    candidatesJSON: listOf(caller, await newFriend(world, caller)),
  }),
  '/api/friends/addmatching': async (world, caller) => {
    const { author, room } = world
    const { hubNo } = room
    const friend = await newFriend(world, caller)
    const { participants } = await author.does(getHubInfo, { hubNo })
    const expected = [...participants.map(({ userNo }) => userNo), friend.userNo]
    return { hubNo, friendsJSON: listOf(friend), expectedResult: JSON.stringify(expected) }
  },
  '/api/friends/disjoin': async (world, caller) => ({
    targetHubNo: (await roomToSpend(world, caller)).hubNo,
    declineInvitations: true,
  }),
  '/api/friends/gethubinfo': ({ room }) => ({ hubNo: room.hubNo }),
  '/api/friends/markasread': ({ room }) => ({ hubNo: room.hubNo, seq: 1 }),
  '/api/friends/mutehub': ({ room }) => ({ hubNo: room.hubNo, isMuted: true }),
  '/api/friends/pinhub': ({ room }) => ({ hubNo: room.hubNo, isPinned: true }),
  '/api/friends/namehub': ({ room }, caller) => ({ hubNo: room.hubNo, name: `방 ${caller?.userNo}` }),
  '/api/friends/unread': nothing,
  '/api/friends/expel': async (world, caller) => {
    const { member, room } = world
    if (caller === null) return { hubNo: room.hubNo, userNo: member.userNo }
    const hubNo = await newHub(caller)
    const newcomer = await newPerson(caller.url)
    await comeBy(await invite(caller, hubNo), newcomer)
    return { hubNo, userNo: newcomer.userNo }
  },
  '/api/invitation/make': async ({ room }, caller) => ({
    hubNo: caller === null ? room.hubNo : await newHub(caller),
  }),
  '/api/invitation/list': ({ room }) => ({ hubNo: room.hubNo }),
  '/api/invitation/end': ({ room, author }) => ({ hubNo: room.hubNo, makerNo: author.userNo }),
  '/api/invitation/look': async world => ({ token: await newLink(world) }),
  '/api/invitation/join': async world => ({ token: await newLink(world) }),
  '/api/friends/block': async (world, caller) => ({ userNo: (await newFriend(world, caller)).userNo }),
  '/api/friends/unblock': ({ bystander }) => ({ userNo: bystander.userNo }),
  '/api/friends/getblocked': nothing,

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
  '/api/discussion/updatecomment': ({ room }) => ({ commentNo: room.commentNo, text: PRIVATE.comment }),
  '/api/discussion/deletecomment': async (world, caller) => ({
    commentNo: (await roomToSpend(world, caller)).commentNo,
  }),
  '/api/discussion/empathize': ({ room: { hubNo, noteNo, commentNo } }) => ({
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

  '/api/inbox/list': nothing,
  '/api/inbox/count': nothing,
  '/api/inbox/seen': async world => ({ thing: notificationTargets.comment(await callAuthor(world)) }),
  '/api/inbox/seenthread': async world => {
    const { hubNo, noteNo } = world.room
    return { hubNo, noteNo, commentNo: await callAuthor(world) }
  },
  '/api/inbox/seenall': async world => {
    await callAuthor(world)
    return { upTo: new Date(Date.now() + 1_000).toISOString() }
  },

  '/api/agora/getsuggestions': async ({ author }) => {
    await suggest(author)
    return {}
  },
  '/api/agora/findsuggestions': () => ({ query: 'ㄱㅁㄹ 바라요' }),
  '/api/agora/empathize': async ({ author }) => ({
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
  '/api/agora/getunanswered': nothing,
  '/api/admin/getcounts': nothing,
  '/api/admin/getdailycounts': nothing,
  '/api/discussion/report': ({ room: { hubNo }, bystander: { userNo } }) => ({
    hubNo,
    userNo,
    words: '자꾸 욕을 해요.',
  }),
  '/api/admin/getreports': nothing,
  '/api/admin/countreports': nothing,
  '/api/admin/settlereport': async world => ({
    reportNo: await newReport(world),
    outcome: '경고했어요.',
  }),
  '/api/admin/getlog': nothing,
  '/api/admin/findpeople': ({ author }) => ({ query: author.email }),
  '/api/admin/suspend': async ({ author }) => ({
    userNo: (await newPerson(author.url)).userNo,
    isSuspended: true,
  }),
  '/api/admin/endsessions': async ({ author }) => ({ userNo: (await newPerson(author.url)).userNo }),
  '/api/agora/getnotices': nothing,
  '/api/agora/getnotice': newNotice,
  '/api/agora/gethiddennotices': nothing,
  '/api/agora/createnotice': () => notice,
  '/api/agora/updatenotice': async world => ({ ...notice, ...(await newNotice(world)) }),
  '/api/agora/deletenotice': newNotice,
}
