import { randomUUID } from 'node:crypto'
import { encodeText } from '#protocol/encoding.ts'
import { getHubInfo } from '#protocol/hubs.ts'
import { getSessions, requestMyInfo } from '#protocol/myInfo.ts'
import { deleteNote } from '#protocol/notes.ts'
import { createNotice } from '#protocol/notices.ts'
import type { AnyPath, InputAt } from './everyCall.ts'
import { find, newPerson, PASSWORD, type Person, signedIn, suggest, writeNote } from './person.ts'
import { newRoom, PRIVATE, type Room, type World } from './world.ts'

/** Null is a visitor. */
type Caller = Person | null
type Inputs = { [Path in AnyPath]: (world: World, caller: Caller) => InputAt<Path> | Promise<InputAt<Path>> }

const nothing = () => ({})
const notice = { display: 1, title: '새벽 점검 안내', content: '토요일 새벽에 점검해요.' } as const
const listOf = (...people: Caller[]) => JSON.stringify(people.map(person => person?.userNo ?? 0))
/** A visitor has none. */
const emailOf = (caller: Caller) => caller?.email ?? 'visitor@example.com'

async function newNotice({ administrator }: World) {
  return { noticeNo: (await administrator.does(createNotice, notice)).noticeNo }
}

async function trashedNote(author: Person): Promise<number> {
  const noteNo = await writeNote(author)
  await author.does(deleteNote, { noteNo })
  return noteNo
}

/** Somebody whom the caller has found; a visitor finds nobody. */
async function newFriend({ author }: World, caller: Caller): Promise<Person> {
  const friend = await newPerson(author.url)
  if (caller !== null) await find(caller, friend)
  return friend
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
  '/api/trash/purge': async ({ author }) => ({ noteNosJSON: JSON.stringify([await trashedNote(author)]) }),
  '/api/note/getnotes': ({ room }) => ({ topicNo: room.topicNo }),
  '/api/note/post': ({ room }) => ({
    topicNo: room.topicNo,
    title: '새 노트',
    text: encodeText('새 글'),
    requestKey: randomUUID(),
  }),
  '/api/note/quick': () => ({ text: encodeText('떠오른 생각\n이어서'), requestKey: randomUUID() }),
  '/api/note/update': async (world, caller) => ({
    noteNo: (await roomToSpend(world, caller)).noteNo,
    title: '고친 제목',
    text: encodeText('고친 글'),
    version: 1,
    keepEarlier: true,
  }),
  '/api/note/get': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/delete': async (world, caller) => ({ noteNo: (await roomToSpend(world, caller)).noteNo }),
  '/api/note/gethistory': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/getversion': ({ room }) => ({ noteNo: room.noteNo, version: 1 }),
  '/api/find/all': () => ({ query: PRIVATE.title }),
  '/api/note/find': () => ({ query: PRIVATE.title }),

  '/api/share/gethubs': ({ room }) => ({ noteNo: room.noteNo, needSharedList: 1 }),
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
  '/api/friends/unread': nothing,
  '/api/friends/block': async (world, caller) => ({ userNo: (await newFriend(world, caller)).userNo }),
  '/api/friends/unblock': ({ bystander }) => ({ userNo: bystander.userNo }),
  '/api/friends/getblocked': nothing,

  '/api/discussion/pinnote': ({ room }) => ({ hubNo: room.hubNo, noteNo: room.noteNo, isPinned: true }),
  '/api/discussion/getsharednotes': ({ room }) => ({ selectedHubNo: room.hubNo }),
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
  '/api/discussion/markcommentsread': ({ room: { hubNo, noteNo, commentNo } }) => ({
    hubNo,
    noteNo,
    commentNo,
  }),

  '/api/agora/getsuggestions': nothing,
  '/api/agora/createsuggestion': () => ({ suggestion: `${randomUUID()} 글마루에 바라요` }),
  '/api/agora/deletesuggestion': async ({ author }) => ({
    suggestionNo: (await suggest(author)).suggestionNo,
  }),
  '/api/agora/answersuggestion': async ({ author }) => ({
    suggestionNo: (await suggest(author)).suggestionNo,
    answer: '그렇게 할게요.',
  }),
  '/api/admin/getcounts': nothing,
  '/api/agora/getnotices': nothing,
  '/api/agora/getnotice': newNotice,
  '/api/agora/createnotice': () => notice,
  '/api/agora/updatenotice': async world => ({ ...notice, ...(await newNotice(world)) }),
  '/api/agora/deletenotice': newNotice,
}
