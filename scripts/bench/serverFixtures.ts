import { encodeText } from '#protocol/encoding.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { makeHub, newUser, type TestUser } from '#tests/support/users.ts'

/**
 * An author with 400 notes in one topic and 19 hubs, one of which has 300 of the notes; and a user with 8 topics, one of them
 * large.
 */
export interface ServerFixtures {
  author: TestUser
  reader: TestUser
  collector: TestUser
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

export async function createServerFixtures(url: string): Promise<ServerFixtures> {
  const [author, reader, collector] = [await newUser(url), await newUser(url), await newUser(url)]
  const hubNo = await makeHub(author, reader)
  const topicNo = await newTopic(author)
  const noteNos = await writeNotes(author, topicNo, NOTES)
  for (const noteNo of noteNos.slice(0, SHARED)) await author.call(shareNote, { hubNo, noteNo })
  for (const noteNo of noteNos.slice(0, ROOMS - 1))
    await author.call(shareNote, { hubNo: await makeHub(author, await newUser(url)), noteNo })

  for (let made = 1; made < TOPICS; made += 1) await newTopic(collector)
  await writeNotes(collector, await newTopic(collector), LARGE_TOPIC)
  return { author, reader, collector, topicNo, hubNo, noteNos }
}

async function newTopic(owner: TestUser): Promise<number> {
  return (await owner.call(createTopic, { title: '벤치' })).subjects[0]?.subjectNo ?? 0
}

async function writeNotes(author: TestUser, topicNo: number, count: number): Promise<number[]> {
  const text = encodeText('가나다라 '.repeat(200))
  const noteNos: number[] = []
  while (noteNos.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - noteNos.length) }, (_, index) =>
      author.call(postNote, { topicNo, title: `노트 ${noteNos.length + index}`, text }),
    )
    noteNos.push(...(await Promise.all(some)).map(({ noteNo }) => noteNo))
  }
  return noteNos
}
