import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { register, signIn } from '#protocol/accounts.ts'
import { postComment } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { joinByInvitation, lookAtInvitation } from '#protocol/invitations.ts'
import { UNSUBSCRIBE_DIRECTORY } from '#protocol/mailNotifications.ts'
import { requestMyInfo } from '#protocol/myInfo.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { createLog } from '#server/platform/log.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { call, callWithInvalidInput } from '#tests/support/call.ts'
import { openNodes, ownDatabase } from '#tests/support/node.ts'
import { invite, makeHub, newTopic, newUser, PASSWORD, shareNewNote } from '#tests/support/users.ts'

/** The log of the server at its most verbose level, in normal operation and while the database rejects writes. */
let output = ''

// The indexes are changed below.
const mongoUrl = await ownDatabase()
const write = (line: string) => {
  output += line
}
const [node] = await openNodes({ mongoUrl, log: createLog('trace', { write }) })

const WRONG = '틀린 비밀번호 9876'
const TEXT = '아무도 "보면" 안 되는 글'
const LINK_ID = 'nobody-may-see-this-id'
/** As long as those of feeds and unsubscribe addresses. */
const SECRET = 'x'.repeat(22)
const COMMENT = '아무도 보면 안 되는 말'

test('no password, token or text is logged, whatever fails', async () => {
  const user = await newUser(node.url)
  const hubNo = await makeHub(user, await newUser(node.url))
  const noteNo = await shareNewNote(user, hubNo, '나눈 노트')
  const topicNo = await newTopic(user)
  const newNote = { topicNo, title: '제목', text: encodeText(TEXT) }
  const invitation = await invite(user, hubNo)
  const listener = await user.openSocket()
  const requestEverything = async () => {
    await user.request(postNote, newNote)
    await user.request(updateNote, { noteNo, title: '제목', text: encodeText(TEXT) })
    await user.request(postComment, { hubNo, noteNo, text: encodeText(COMMENT), requestKey: randomUUID() })
    await user.callWithInvalidInput(postNote, { ...newNote, topicNo: TEXT })
    await user.request(requestMyInfo, { email: user.email, password: WRONG })
    await call(node.url, signIn, { email: user.email, password: WRONG })
    await call(node.url, signIn, { email: user.email, password: PASSWORD })
    await call(node.url, register, { email: 'new@example.com', username: '새로운 사람', password: PASSWORD })
    await call(node.url, lookAtInvitation, { token: invitation })
    await callWithInvalidInput(node.url, lookAtInvitation, { token: [invitation] })
    await user.request(joinByInvitation, { token: invitation })
    for (const suffix of ['', '/report']) await fetch(`${node.url}/p/${LINK_ID}${suffix}`)
    await fetch(`${node.url}/pictures/${LINK_ID}`)
    for (const directory of ['/feeds', UNSUBSCRIBE_DIRECTORY])
      await fetch(`${node.url}${directory}/${SECRET}`)
    await callWithInvalidInput(node.url, signIn, { email: [user.token], password: { $ne: WRONG } })
    await fetch(node.url + postNote.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', authData: user.token },
      body: `{"text":"${PASSWORD}`,
    })
  }
  await rejectDuplicateTexts()
  await requestEverything()
  await requestEverything()
  listener.close()

  expect(output).toContain('request failed')
  expect(output).toContain('/p/…/report')
  for (const secret of [
    PASSWORD,
    WRONG,
    '보면',
    encodeText('보면'),
    user.token,
    invitation,
    LINK_ID,
    SECRET,
    'argon2',
  ])
    expect(output.includes(secret), `${secret} in ${output.slice(0, 20_000)}`).toBe(false)
})

/** Makes texts unique, so that a duplicate fails with a database error that contains the text. */
async function rejectDuplicateTexts(): Promise<void> {
  const mongo = await connectMongo(mongoUrl)
  for (const collection of ['notes', 'comments'])
    await mongo.db?.collection(collection).createIndex({ text: 1 }, { unique: true })
  await mongo.close()
}
