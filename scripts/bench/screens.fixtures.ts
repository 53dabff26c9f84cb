import { encodeText } from '#protocol/encoding.ts'
import { excerptOf } from '#protocol/excerpt.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { comment, makeHub, newUser, suggest, type TestUser } from '#tests/support/users.ts'
import { readNotes } from '../demo/content.ts'

/** A user with one page each of topics, notes and hubs. */
export interface ScreensFixtures {
  author: TestUser
  topicNo: number
  /** The topic's two newest notes. */
  notes: [ScreensNote, ScreensNote]
  hubNo: number
}

export interface ScreensNote {
  title: string
  /** The beginning of the first paragraph. */
  firstWords: string
  /** The beginning of the text. */
  source: string
}

const TOPICS = 8
const NOTES = 7
const HUBS = 6
const SUGGESTIONS = 7
const FIRST_WORDS = 12

export async function createScreensFixtures(url: string): Promise<ScreensFixtures> {
  const author = await newUser(url, '글쓴이')
  const friends = await Promise.all(Array.from({ length: HUBS }, (_, place) => newUser(url, `친구 ${place}`)))
  const notes = readNotes()

  for (let made = 1; made < TOPICS; made += 1) await author.call(createTopic, { title: `다른 주제 ${made}` })
  const { subjects } = await author.call(createTopic, { title: '읽은 책' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const hubNos: number[] = []
  for (const friend of friends) hubNos.push(await makeHub(author, friend))
  const hubNo = hubNos.at(-1) ?? 0

  for (const { title, text } of notes.slice(0, NOTES)) {
    const { noteNo } = await author.call(postNote, { topicNo, title, text: encodeText(text) })
    await author.call(shareNote, { hubNo, noteNo })
    for (const said of ['잘 읽었어요.', '다음 것도 기다릴게요.'])
      await comment(author, { hubNo, noteNo }, said)
  }
  for (let made = 0; made < SUGGESTIONS; made += 1) await suggest(friends[made % HUBS] ?? author)
  const [before, last] = notes.slice(NOTES - 2, NOTES).map(({ title, text }) => ({
    title,
    firstWords: excerptOf(text).text.slice(0, FIRST_WORDS),
    source: text.slice(0, FIRST_WORDS),
  }))
  if (!before || !last) throw new Error('the demo has too few notes')
  return { author, topicNo, notes: [last, before], hubNo }
}
