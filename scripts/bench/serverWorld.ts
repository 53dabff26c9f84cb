import { register, type SignedInView, signIn } from '#protocol/accounts.ts'
import { encodeText } from '#protocol/encoding.ts'
import { createHub, searchFriends } from '#protocol/hubs.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'

/** An author with 400 notes in one topic, of which 300 are shared in one of their 19 rooms; and somebody with 8 topics, one of them large. */
export interface ServerWorld {
  token: string
  readerToken: string
  topicsToken: string
  topicNo: number
  hubNo: number
  noteNos: number[]
}

const NOTES = 400
const SHARED = 300
const ROOMS = 19
const TOPICS = 8
const LARGE_TOPIC = 2_300
const AT_ONCE = 10
const PASSWORD = 'bench-password'

export async function fillServerWorld(url: string): Promise<ServerWorld> {
  const [author, reader, collector] = [
    await newcomer(url, 'author'),
    await newcomer(url, 'reader'),
    await newcomer(url, 'collector'),
  ]
  const friends = [reader]
  for (let room = 1; room < ROOMS; room += 1) friends.push(await newcomer(url, `friend${room}`))
  const token = author.authToken
  for (const { email } of friends)
    await call(url, searchFriends, { candidatesJSON: JSON.stringify([email]) }, token)
  const hubNos: number[] = []
  for (const { userNo } of friends) {
    const { body } = await call(
      url,
      createHub,
      { candidatesJSON: JSON.stringify([author.userNo, userNo]) },
      token,
    )
    if (!body.success) throw new Error('the bench cannot make a room')
    hubNos.push(body.hubNo)
  }

  const topicNo = await newTopic(url, token)
  const noteNos = await writeNotes(url, token, topicNo, NOTES)
  const [hubNo = 0, ...others] = hubNos
  for (const noteNo of noteNos.slice(0, SHARED)) await call(url, shareNote, { hubNo, noteNo }, token)
  for (const [index, other] of others.entries())
    await call(url, shareNote, { hubNo: other, noteNo: noteNos[index] ?? 0 }, token)

  for (let made = 1; made < TOPICS; made += 1) await newTopic(url, collector.authToken)
  await writeNotes(url, collector.authToken, await newTopic(url, collector.authToken), LARGE_TOPIC)
  return { token, readerToken: reader.authToken, topicsToken: collector.authToken, topicNo, hubNo, noteNos }
}

async function newTopic(url: string, token: string): Promise<number> {
  const { body } = await call(url, createTopic, { title: '벤치' }, token)
  return body.subjects[0]?.subjectNo ?? 0
}

async function writeNotes(url: string, token: string, topicNo: number, count: number): Promise<number[]> {
  const text = encodeText('가나다라 '.repeat(200))
  const noteNos: number[] = []
  while (noteNos.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - noteNos.length) }, (_, index) =>
      call(url, postNote, { topicNo, title: `노트 ${noteNos.length + index}`, text }, token),
    )
    noteNos.push(...(await Promise.all(some)).map(({ body }) => body.noteNo))
  }
  return noteNos
}

async function newcomer(url: string, name: string): Promise<SignedInView> {
  const email = `bench-${name}@example.com`
  await call(url, register, { email, username: `벤치 ${name}`, password: PASSWORD })
  const { body } = await call(url, signIn, { email, password: PASSWORD })
  if (!body.authenticated) throw new Error('the bench cannot sign in')
  return body
}
