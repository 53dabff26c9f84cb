import type { Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSuggestionReaction } from '#protocol/agora.ts'
import { blockPerson } from '#protocol/blocking.ts'
import { markCommentsRead } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin } from '#protocol/hubs.ts'
import { makeInvitation } from '#protocol/invitations.ts'
import { deleteAccount, updateMyInfo } from '#protocol/myInfo.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { subscribePush } from '#protocol/push.ts'
import { setReaction } from '#protocol/reactions.ts'
import { sendReport } from '#protocol/reports.ts'
import { purgeTrash } from '#protocol/trash.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { addsPasskey } from '#tests/support/authenticator.ts'
import { picture, upload } from '#tests/support/images.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
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
} from '#tests/support/person.ts'
import { newBrowser } from '#tests/support/pushBrowser.ts'
import { ownerFields } from '#tests/support/storedFields.ts'
import { tracesOf } from '#tests/support/traces.ts'

/** What goes for good is looked for in all that is stored, so that nothing has to be thought of. */

let node: TestNode
let mongo: Connection

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  mongo = await connectMongo(mongoUrl)
  // Numbers that nothing else has by chance.
  await mongo.collection<{ _id: string; last: number }>('counters').insertMany([
    { _id: 'user', last: 7_000_000 },
    { _id: 'note', last: 8_000_000 },
  ])
  node = await startNode({ mongoUrl })
})
afterAll(async () => {
  await node.stop()
  await mongo.close()
})

/** A note with an earlier version, opened and talked about by a reader. */
async function noteWithAll(author: Person, reader: Person, hubNo: number): Promise<number> {
  const noteNo = await shareNewNote(author, hubNo)
  await author.does(updateNote, {
    noteNo,
    title: '회의록',
    text: encodeText('다시 쓴 글'),
    keepEarlier: true,
  })
  await reader.does(getNote, { noteNo })
  const commentNo = await comment(reader, { hubNo, noteNo })
  await author.does(markCommentsRead, { hubNo, noteNo, commentNo })
  await author.does(setReaction, { hubNo, noteNo, commentNo, isOn: true })
  return noteNo
}

/** Somebody of whom something stands wherever something of a person can stand, and the numbers of their notes. */
async function somebodyEverywhere() {
  const leaver = await newPerson(node.url, '떠나는 사람')
  const friend = await newPerson(node.url, '남는 사람')
  const hubNo = await makeHub(leaver, friend)
  const declinedHubNo = await makeHub(leaver, friend, await newPerson(node.url))
  await leaver.does(disjoin, { targetHubNo: declinedHubNo, declineInvitations: true })

  await leaver.does(uploadPicture, { picture: upload(await picture('jpeg')) })
  const noteNo = await noteWithAll(leaver, friend, hubNo)
  const trashedNo = await noteWithAll(leaver, friend, hubNo)
  await leaver.does(deleteNote, { noteNo: trashedNo })
  const friendsNoteNo = await shareNewNote(friend, hubNo)
  await leaver.does(getNote, { noteNo: friendsNoteNo })
  const commentNo = await comment(leaver, { hubNo, noteNo: friendsNoteNo })
  await leaver.does(markCommentsRead, { hubNo, noteNo: friendsNoteNo, commentNo })
  await leaver.does(setReaction, { hubNo, noteNo: friendsNoteNo, isOn: true })
  const deletedNoteNo = await shareNewNote(friend, hubNo)
  await leaver.does(getNote, { noteNo: deletedNoteNo })
  await friend.does(deleteNote, { noteNo: deletedNoteNo })

  await leaver.does(makeInvitation, { hubNo })
  await leaver.does(sendReport, { hubNo, userNo: friend.userNo, words: '자꾸 욕을 해요.' })
  await friend.does(sendReport, { hubNo, userNo: leaver.userNo, words: '나도 들었어요.' })
  await suggest(leaver)
  await leaver.does(setSuggestionReaction, {
    suggestionNo: (await suggest(friend)).suggestionNo,
    isOn: true,
  })
  const [blocked, blocker] = [await newPerson(node.url), await newPerson(node.url)]
  await find(leaver, blocked)
  await find(blocker, leaver)
  await leaver.does(blockPerson, { userNo: blocked.userNo })
  await blocker.does(blockPerson, { userNo: leaver.userNo })
  await addsPasskey(leaver)
  const phone = await signedIn(node.url, leaver.email, true)
  await phone.does(subscribePush, newBrowser('https://fcm.googleapis.com/fcm/send/').subscription)
  await shareNewNote(friend, hubNo)
  await leaver.does(updateMyInfo, { imagefile0: upload(await picture('jpeg')) })
  return { leaver, noteNos: [noteNo, trashedNo] }
}

const WITH_A_NOTE = 'Delete these in removeWhatHangsOn (server/features/notes/notes.removal.ts)'

/** A person's number alone may stay there, and nobody's name or address. */
const REMEMBERED = [
  // Withdrawn shares, by which unread numbers are counted.
  'shares: authorNo',
  'shares: seenBy',
  // A note that somebody else deleted, until it is gone from their trash.
  'trash: shares.seenBy',
  // Who put others into a room, in what these are told of it, for 90 days at most.
  'news: byNos',
]
/** Unless it is wished otherwise. */
const CONTRIBUTIONS = ['comments: writerNo', 'suggestions: writerNo']

test.each([
  { deleteContributions: true, stays: REMEMBERED },
  { deleteContributions: false, stays: [...REMEMBERED, ...CONTRIBUTIONS] },
])('of an account nothing is left, $deleteContributions', async ({ deleteContributions, stays }) => {
  const { leaver, noteNos } = await somebodyEverywhere()
  const before = await tracesOf(mongo, leaver.userNo)
  const unfilled = ownerFields.filter(field => !before.includes(field))
  expect(unfilled, 'Let somebodyEverywhere() have something in these, so that it is seen to go').toEqual([])

  await leaver.does(deleteAccount, { password: PASSWORD, deleteContributions })
  await node.app.context.unfinished.releaseAll()
  await node.app.cleanUp()

  const left = await tracesOf(mongo, leaver.userNo)
  expect(
    left.filter(trace => !stays.includes(trace)),
    'Delete these in removeAccount (server/features/myInfo/accountDeletion.domain.ts)',
  ).toEqual([])
  expect(await tracesOf(mongo, leaver.email, leaver.name)).toEqual([])
  expect(await tracesOf(mongo, ...noteNos), WITH_A_NOTE).toEqual(['shares: noteNo'])
})

test('of a note that is emptied from the trash nothing is left', async () => {
  const [author, reader] = [await newPerson(node.url), await newPerson(node.url)]
  const noteNo = await noteWithAll(author, reader, await makeHub(author, reader))
  await author.does(deleteNote, { noteNo })
  await author.does(purgeTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  await node.app.cleanUp()
  expect(await tracesOf(mongo, noteNo), WITH_A_NOTE).toEqual(['shares: noteNo'])
})
