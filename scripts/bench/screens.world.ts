import { encodeText } from '#protocol/encoding.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { comment, makeHub, newUser, suggest, type TestUser } from '#tests/support/users.ts'
import { readNotes } from '../demo/content.ts'

/** Somebody with topics, notes and rooms, all on their first pages. */
export interface ScreensWorld {
  author: TestUser
  topicNo: number
  /** The two newest notes under the topic, by their titles. */
  titles: [string, string]
  hubNo: number
}

const TOPICS = 8
const NOTES = 7
const ROOMS = 6
const SUGGESTIONS = 7

export async function makeScreensWorld(url: string): Promise<ScreensWorld> {
  const author = await newUser(url, '글쓴이')
  const friends = await Promise.all(
    Array.from({ length: ROOMS }, (_, place) => newUser(url, `친구 ${place}`)),
  )
  const demo = readNotes()

  for (let made = 1; made < TOPICS; made += 1) await author.call(createTopic, { title: `다른 주제 ${made}` })
  const { subjects } = await author.call(createTopic, { title: '읽은 책' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const hubNos: number[] = []
  for (const friend of friends) hubNos.push(await makeHub(author, friend))
  const hubNo = hubNos.at(-1) ?? 0

  for (const { title, text } of demo.slice(0, NOTES)) {
    const { noteNo } = await author.call(postNote, { topicNo, title, text: encodeText(text) })
    await author.call(shareNote, { hubNo, noteNo })
    for (const said of ['잘 읽었어요.', '다음 것도 기다릴게요.'])
      await comment(author, { hubNo, noteNo }, said)
  }
  for (let made = 0; made < SUGGESTIONS; made += 1) await suggest(friends[made % ROOMS] ?? author)
  const [before = '', last = ''] = demo.slice(NOTES - 2, NOTES).map(({ title }) => title)
  return { author, topicNo, titles: [last, before], hubNo }
}
