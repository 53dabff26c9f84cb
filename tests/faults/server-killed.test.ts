import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { register, signIn } from '#protocol/accounts.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getHubs, getUnread, markAsRead } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getNote, getNotes, postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { startRestore } from '#server/platform/mongo/installation.ts'
import { call } from '#tests/support/call.ts'
import { ownDatabase } from '#tests/support/node.ts'
import { startBuiltNode, startSourceNode } from '#tests/support/nodeProcess.ts'
import { engineDirectory } from '#tests/support/services.ts'
import {
  makeHub,
  newTopic,
  newUser,
  newUsers,
  PASSWORD,
  signInUser,
  writeNote,
} from '#tests/support/users.ts'

/** One of the readers has read the shares up to here. */
const SHARES_BEFORE_THE_READING = 8

const SHARES_BEFORE_THE_KILL = 15
const NOTES = 30

test('when the engine is killed the server logs it and exits, and no acknowledged write is lost', async () => {
  const DATA_DIR = await engineDirectory('fault')
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const server = await startBuiltNode({ DATA_DIR })
  const author = await newUser(server.url)
  const topicNo = await newTopic(author, '주제')
  const readers = [await newUser(server.url), await newUser(server.url), await newUser(server.url)]
  const hubNo = await makeHub(author, ...readers)
  const [attentive] = readers
  let reading: Promise<unknown> | undefined

  const acknowledged: number[] = []
  const shared: number[] = []
  await Promise.all(
    Array.from({ length: NOTES }, async (_, index) => {
      const answer = await author
        .request(postNote, { topicNo, title: `노트 ${index}`, text: '' })
        .catch(() => null)
      if (answer?.status !== 200) return
      const { noteNo } = answer.body
      acknowledged.push(noteNo)
      const sharing = await author.request(shareNote, { hubNo, noteNo }).catch(() => null)
      if (sharing?.status !== 200) return
      const count = shared.push(noteNo)
      if (count === SHARES_BEFORE_THE_READING)
        reading = attentive?.call(markAsRead, { hubNo, seq: SHARES_BEFORE_THE_READING })
      if (count !== SHARES_BEFORE_THE_KILL) return
      await reading
      process.kill(engineOf(DATA_DIR), 'SIGKILL')
    }),
  )
  const { exitCode, stderr } = await server.exited
  expect(exitCode).toBe(1)
  expect(stderr).toContain('내장 데이터베이스가 갑자기 멈췄어요')
  expect(shared.length).toBeGreaterThanOrEqual(SHARES_BEFORE_THE_KILL)

  const restarted = await startBuiltNode({ DATA_DIR })
  const returned = await signInUser(restarted.url, author.email)
  const { notes } = await returned.call(getNotes, { topicNo, itemsPerPage: ITEMS_PER_PAGE_MAX })
  expect(notes.map(note => note.noteNo)).toEqual(expect.arrayContaining(acknowledged))

  // Everything saved before the kill is there and counted, whether or not it was acknowledged in time.
  const page = await returned.call(getSharedNotes, {
    selectedHubNo: hubNo,
    numberOfItemsPerPage: ITEMS_PER_PAGE_MAX,
  })
  expect(page.notes.map(note => note.noteNo)).toEqual(expect.arrayContaining(shared))
  expect(page.total).toBe(page.notes.length)
  for (const reader of readers) {
    const at = await signInUser(restarted.url, reader.email)
    const { hubs } = await at.call(getUnread, {})
    const readUpTo = reader === attentive ? SHARES_BEFORE_THE_READING : 0
    const unread = page.notes.filter(({ seq }) => seq > readUpTo).length
    expect(hubs).toMatchObject([{ hubNo, numUnreadArticles: unread }])
    const listed = await at.call(getHubs, {})
    expect(listed.hubs).toMatchObject([{ hubNo, numUnreadArticles: unread }])
  }
  expect(await returned.call(getUnread, {})).toMatchObject({ total: 0 })
  await restarted.stop()
})

/** The process id of the engine that has this data directory open. */
function engineOf(dataDir: string): number {
  const processes = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
  const line = processes.split('\n').find(line => line.includes('engine.mjs') && line.includes(dataDir))
  return Number.parseInt(line ?? '', 10)
}

/** The number of hubs, of six, after which the server is killed. */
test.each([1, 5])(
  'a server killed after %i of six hubs finishes the deletion when it restarts',
  async hubs => {
    const dataDir = await engineDirectory('account-deletion')
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    let node = await startBuiltNode({ DATA_DIR: dataDir })
    const deletedUser = await newUser(node.url, '떠나는 사람')
    const friend = await newUser(node.url, '남는 사람')
    const [first, second, third] = await newUsers(node.url, node.url, node.url)
    const noteNo = await writeNote(deletedUser, '함께 읽던 노트')
    for (const company of [[], [first], [second], [third], [first, second], [first, third]])
      await deletedUser.call(shareNote, { hubNo: await makeHub(deletedUser, friend, ...company), noteNo })
    await friend.call(getNote, { noteNo })
    const tab = await friend.openSocket()

    const cutOff = expect(deletedUser.request(deleteAccount, { password: PASSWORD })).rejects.toThrow()
    for (let hubsLeft = 1; hubsLeft <= hubs; hubsLeft += 1)
      await tab.waitForEvent('members:changed', () => tab.received.filter(isDeparture).length >= hubsLeft)
    await node.kill()
    await cutOff
    tab.close()
    node = await startBuiltNode({ DATA_DIR: dataDir })

    const { body } = await call(node.url, signIn, { email: deletedUser.email, password: PASSWORD })
    expect(body).toEqual({ authenticated: false })
    expect((await call(node.url, getTopics, {}, deletedUser.token)).status).toBe(401)
    const friendAgain = await signInUser(node.url, friend.email)
    expect((await friendAgain.request(getNote, { noteNo })).status).toBe(404)
    const page = await friendAgain.call(getHubs, { hubsPerPage: 50 })
    expect(page.hubs).toHaveLength(6)
    expect(page.hubs.flatMap(hub => hub.userNos)).not.toContain(deletedUser.userNo)
    const { email, name: username } = deletedUser
    const registration = await call(node.url, register, { email, username, password: PASSWORD })
    expect(registration.body).toMatchObject({ success: true })
    await node.stop()
  },
)

function isDeparture({ name }: { name: string }): boolean {
  return name === 'members:changed'
}

test('a running node exits with a message when a restore begins', async () => {
  const MONGODB_URL = await ownDatabase()
  const node = await startSourceNode({ MONGODB_URL })
  const mongo = await connectMongo(MONGODB_URL)
  onTestFinished(() => mongo.close())
  await startRestore(mongo, new Date())
  const { exitCode, stderr } = await node.exited
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: '데이터를 백업에서 되돌렸어요. 다시 시작해 주세요. (The data was restored from a backup.)\n',
  })
})
