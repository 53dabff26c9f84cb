import { randomUUID } from 'node:crypto'
import { getHubInfo } from '#protocol/hubs.ts'
import { notificationTargets } from '#protocol/inbox.ts'
import { SEEN_SEQS_MAX } from '#protocol/limits.ts'
import { type Fixtures, PRIVATE_TEXTS } from '#tests/support/fixtures.ts'
import { highlight, passageOf } from '#tests/support/passages.ts'
import {
  comment,
  invite,
  joinByLink,
  lookUp,
  makeHub,
  newUser,
  shareNewNote,
  type TestUser,
} from '#tests/support/users.ts'
import { type Caller, emptyInput, type Inputs, roomToSpend } from './shared.ts'

/** More than a small hub has. */
const ALL_SEQS = Array.from({ length: SEEN_SEQS_MAX }, (_, place) => place + 1)

const listOf = (...users: Caller[]) => JSON.stringify(users.map(user => user?.userNo ?? 0))

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

/** Inputs of shares, rooms, invitations, comments, reactions and the inbox. */
export const roomInputs = {
  '/api/share/gethubs': ({ room }) => ({ noteNo: room.noteNo, needSharedList: 1 }),
  '/api/share/getnotes': ({ room }) => ({ hubNo: room.hubNo }),
  '/api/share/sharenote': ({ room }) => ({ hubNo: room.hubNo, noteNo: room.noteNo }),
  '/api/share/setwriting': ({ room: { hubNo, noteNo } }) => ({ hubNo, noteNo, isOn: true }),
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
  '/api/feed/list': emptyInput,
  '/api/feed/create': ({ room: { hubNo } }) => ({ hubNo }),
  '/api/feed/end': ({ room: { hubNo } }) => ({ hubNo }),
  '/api/mail/digest': ({ room: { hubNo } }) => ({ hubNo, isOn: true }),
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
  '/api/discussion/getpassages': ({ room: { hubNo, noteNo } }) => ({ hubNo, noteNo }),
  '/api/discussion/highlight': ({ room: { hubNo, noteNo } }) => ({
    ...{ hubNo, noteNo },
    passage: passageOf(PRIVATE_TEXTS.text, PRIVATE_TEXTS.text),
  }),
  '/api/discussion/deletehighlight': async ({ author, room: { hubNo, noteNo } }) => {
    const passage = passageOf(PRIVATE_TEXTS.text, PRIVATE_TEXTS.text)
    return { highlightNo: (await highlight(author, { hubNo, noteNo }, passage)).highlightNo }
  },
  '/api/note/passages': ({ room: { noteNo } }) => ({ noteNo }),
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
  '/api/discussion/report': ({ room: { hubNo }, bystander: { userNo } }) => ({
    hubNo,
    userNo,
    words: '자꾸 욕을 해요.',
  }),
} satisfies Partial<Inputs>
