import { beforeEach, expect, test } from 'vitest'
import { suspendPerson } from '#protocol/administration.ts'
import { getComments } from '#protocol/comments.ts'
import { disjoin } from '#protocol/hubs.ts'
import { getInbox } from '#protocol/inbox.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteNote } from '#protocol/notes.ts'
import { noteText } from '#protocol/noteText.ts'
import { getNotePassages, getPassages, highlightPassage, type Passage } from '#protocol/passages.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import { commentOn, highlight, passageOf } from '#tests/support/passages.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import {
  makeHub,
  newAdministrator,
  newUser,
  PASSWORD,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

const TEXT = '# 봄\n\n우리는 **도서관**에서 만나 책을 골랐어요. 저녁에는 강가를 걸었어요.'
const LIBRARY = passageOf(TEXT, '도서관에서 만나')
const RIVER = passageOf(TEXT, '강가')

const { firstNode, secondNode } = await openTwoNodes()
let author: TestUser
let friend: TestUser
let leaver: TestUser
let thread: { hubNo: number; noteNo: number }

beforeEach(async () => {
  author = await newUser(firstNode.url, '글쓴이')
  friend = await newUser(secondNode.url, '친구')
  leaver = await newUser(secondNode.url, '나간 친구')
  thread = { hubNo: await makeHub(author, friend, leaver), noteNo: await writeNote(author, '봄', TEXT) }
  await author.call(shareNote, thread)
})

const isAboutPassage = ({ name }: { name: string }) =>
  name.startsWith('passage:') || name === 'comment:composing' || name === 'comment:posted'
const receivedBy = (tab: TestSocket) => tab.received.filter(isAboutPassage).map(({ name }) => name)

test('a user who has left receives no event about passages, reads nothing and changes nothing, on any node', async () => {
  const [authorsTab, friendsTab, leaversTab] = await Promise.all(
    [author, friend, leaver].map(user => user.openSocket()),
  )
  if (!authorsTab || !friendsTab || !leaversTab) throw new Error('the tabs are open')
  const own = await highlight(leaver, thread, RIVER)
  await friendsTab.waitForEvent('passage:highlighted')
  await leaversTab.waitForEvent('passage:highlighted')
  await leaver.call(disjoin, { targetHubNo: thread.hubNo })
  const before = receivedBy(leaversTab).length

  const { highlightNo } = await highlight(author, thread, LIBRARY)
  await commentOn(author, thread, LIBRARY)
  authorsTab.socket.emit('comment:composing', { ...thread, passage: LIBRARY })
  leaversTab.socket.emit('comment:composing', { ...thread, passage: RIVER })
  await friendsTab.waitForEvent('passage:highlighted', event => event.highlight.highlightNo === highlightNo)
  const typing = await friendsTab.waitForEvent('comment:composing')
  expect(typing).toMatchObject({ userNo: author.userNo, passage: LIBRARY })
  expect(receivedBy(leaversTab)).toHaveLength(before)
  expect(friendsTab.received.filter(({ name }) => name === 'comment:composing')).toHaveLength(1)
  expect((await leaver.request(getPassages, thread)).status).toBe(404)
  expect((await leaver.request(highlightPassage, { ...thread, passage: LIBRARY })).status).toBe(404)
  // A member's highlights stay after the member has left, as comments do.
  expect((await friend.call(getPassages, thread)).highlights.map(each => each.highlightNo)).toContain(
    own.highlightNo,
  )
})

test('passages come back with a note that was withdrawn or in the trash, and are hidden meanwhile', async () => {
  const { highlightNo } = await highlight(friend, thread, LIBRARY)
  const { commentNo } = await commentOn(friend, thread, RIVER)
  const expectHidden = async () => {
    for (const user of [author, friend]) {
      expect((await user.request(getPassages, thread)).status).toBe(404)
      expect((await user.request(highlightPassage, { ...thread, passage: RIVER })).status).toBe(404)
    }
  }
  const expectShown = async () =>
    expect(await friend.call(getPassages, thread)).toMatchObject({
      highlights: [{ highlightNo }],
      comments: [{ commentNo }],
    })
  await author.call(unshareNote, thread)
  await expectHidden()
  expect((await author.call(getNotePassages, thread)).rooms).toEqual([])
  await author.call(shareNote, thread)
  await expectShown()
  await author.call(deleteNote, thread)
  await expectHidden()
  expect((await author.request(getNotePassages, thread)).status).toBe(404)
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([thread.noteNo]) })
  await author.call(shareNote, thread)
  await expectShown()
})

test('a deleted account leaves no highlight and no name, and a suspended one keeps both', async () => {
  const administrator = await newAdministrator(firstNode)
  await highlight(friend, thread, LIBRARY)
  await highlight(leaver, thread, LIBRARY)
  await commentOn(friend, thread, LIBRARY)
  await administrator.call(suspendPerson, { userNo: leaver.userNo, isSuspended: true })
  const tab = await author.openSocket()
  await friend.call(deleteAccount, { password: PASSWORD })
  await tab.waitForEvent('passage:unhighlighted')

  expect((await leaver.request(getPassages, thread)).status).toBe(401)
  const { rooms } = await author.call(getNotePassages, thread)
  expect(rooms[0]?.highlights).toMatchObject([{ userNo: leaver.userNo, userName: leaver.name }])
  expect(rooms[0]?.comments[0]?.writer).not.toContain(friend.name)
  const { highlights, comments } = await author.call(getPassages, thread)
  expect([highlights.length, comments.length]).toEqual([1, 1])
  await firstNode.app.context.backgroundTasks.onIdle()
  await secondNode.app.context.backgroundTasks.onIdle()
  const { news } = await author.call(getInbox, {})
  expect(news.find(({ kind }) => kind === 'passage')).toMatchObject({
    peopleCount: 1,
    people: [{ userName: leaver.name }],
  })
})

const HOSTILE = {
  'right-to-left marks': '앞 \u202e뒤집힌 말\u2066\u2067 끝',
  'combining marks': `말${'\u0301'.repeat(4)}`.repeat(60),
  'emoji sequences': '👨‍👩‍👧‍👦'.repeat(27),
  'an end of a script': '`</script><script>alert(1)</script>` 뒤',
  'Markdown and entities': '\\*별\\* &lt;b&gt; \\[링크\\](javascript:1) \\_밑줄\\_',
  'names of the prototype': '`__proto__` `constructor` `hasOwnProperty`',
}

test.each(Object.entries(HOSTILE))('a quote with %s stays as it is in all answers', async (_, words) => {
  const text = `처음. ${words}\n\n마지막.`
  const noteNo = await writeNote(author, '낯선 글', text)
  const place = { hubNo: thread.hubNo, noteNo }
  await author.call(shareNote, place)
  const plain = noteText(text)
  const exact = plain
    .slice(plain.indexOf('처음. ') + 4, plain.indexOf('마지막'))
    .trim()
    .slice(0, 300)
  const passage = passageOf(text, exact)
  const { passage: stored } = await highlight(friend, place, passage)
  expect(stored).toEqual(passage)
  await commentOn(friend, place, passage)
  const passages = await author.call(getPassages, place)
  expect(passages).toMatchObject({ highlights: [{ passage }], comments: [{ passage }] })
  expect((await author.call(getComments, place)).comments).toMatchObject([{ passage }])
  expect((await author.call(getNotePassages, place)).rooms).toMatchObject([{ comments: [{ passage }] }])
})

const WRONG: Record<string, unknown> = {
  'a prototype key': JSON.parse(`{"__proto__":${JSON.stringify(LIBRARY)}}`),
  'huge numbers': { ...LIBRARY, start: 1e308, end: 1e308 + LIBRARY.exact.length },
  'a negative start': { ...LIBRARY, start: -1, end: LIBRARY.exact.length - 1 },
  'a long quote': { ...LIBRARY, exact: '가'.repeat(301), start: 0, end: 301 },
  'a long context': { ...LIBRARY, prefix: '가'.repeat(33) },
  'an operator': { ...LIBRARY, exact: { $ne: '' } },
  'half of an emoji': { ...LIBRARY, exact: '\ud83d', start: 0, end: 1 },
  'nothing visible': { ...LIBRARY, exact: '\u200b\u200b', start: 0, end: 2 },
  'a huge version': { ...LIBRARY, noteVersion: 1e308 },
}

test.each(Object.entries(WRONG))('a passage with %s is refused and relayed to nobody', async (_, wrong) => {
  const passage = wrong as Passage
  const { status } = await friend.request(highlightPassage, { ...thread, passage })
  expect(status).toBe(400)
  const [authorsTab, friendsTab] = [await author.openSocket(), await friend.openSocket()]
  friendsTab.socket.emit('comment:composing', { ...thread, passage })
  friendsTab.socket.emit('comment:composing', { ...thread, passage: RIVER })
  await authorsTab.waitForEvent('comment:composing', event => event.passage?.exact === RIVER.exact)
  expect(receivedBy(authorsTab)).toEqual(['comment:composing'])
})
