import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register, signIn } from '#protocol/accounts.ts'
import { postComment } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { joinByInvitation, lookAtInvitation } from '#protocol/invitations.ts'
import { requestMyInfo } from '#protocol/myInfo.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { createTopic } from '#protocol/topics.ts'
import { createLog } from '#server/platform/log.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { call, misuse } from '#tests/support/call.ts'
import { invite } from '#tests/support/invitations.ts'
import { ownDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, PASSWORD, shareNewNote } from '#tests/support/person.ts'

/** What the server logs at its most talkative, while all goes well and while the database refuses. */
let said = ''
let mongoUrl: string
let node: TestNode

beforeAll(async () => {
  // Its indexes are changed below.
  mongoUrl = await ownDatabase()
  const write = (line: string) => {
    said += line
  }
  node = await startNode({ mongoUrl, log: createLog('trace', { write }) })
})
afterAll(() => node.stop())

const WRONG = '틀린 비밀번호 9876'
const TEXT = '아무도 "보면" 안 되는 글'
const COMMENT = '아무도 보면 안 되는 말'

test('no password, token or text is logged, whatever goes wrong', async () => {
  const person = await newPerson(node.url)
  const hubNo = await makeHub(person, await newPerson(node.url))
  const noteNo = await shareNewNote(person, hubNo, '나눈 노트')
  const { subjects } = await person.does(createTopic, { title: '주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const newNote = { topicNo, title: '제목', text: encodeText(TEXT) }
  const invitation = await invite(person, hubNo)
  const listener = await person.listens()
  const tries = async () => {
    await person.asks(postNote, newNote)
    await person.asks(updateNote, { noteNo, title: '제목', text: encodeText(TEXT) })
    await person.asks(postComment, { hubNo, noteNo, text: encodeText(COMMENT), requestKey: randomUUID() })
    await person.misuses(postNote, { ...newNote, topicNo: TEXT })
    await person.asks(requestMyInfo, { email: person.email, password: WRONG })
    await call(node.url, signIn, { email: person.email, password: WRONG })
    await call(node.url, signIn, { email: person.email, password: PASSWORD })
    await call(node.url, register, { email: 'new@example.com', username: '새로운 사람', password: PASSWORD })
    await call(node.url, lookAtInvitation, { token: invitation })
    await misuse(node.url, lookAtInvitation, { token: [invitation] })
    await person.asks(joinByInvitation, { token: invitation })
    await misuse(node.url, signIn, { email: [person.token], password: { $ne: WRONG } })
    await fetch(node.url + postNote.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', authData: person.token },
      body: `{"text":"${PASSWORD}`,
    })
  }
  await refuseTwins()
  await tries()
  await tries()
  listener.close()

  expect(said).toContain('request failed')
  for (const secret of [PASSWORD, WRONG, '보면', encodeText('보면'), person.token, invitation, 'argon2'])
    expect(said.includes(secret), `${secret} in ${said.slice(0, 20_000)}`).toBe(false)
})

/** The same text twice is no longer taken, and the database's error says which text it was. */
async function refuseTwins(): Promise<void> {
  const mongo = await connectMongo(mongoUrl)
  for (const collection of ['notes', 'comments'])
    await mongo.db?.collection(collection).createIndex({ text: 1 }, { unique: true })
  await mongo.close()
}
