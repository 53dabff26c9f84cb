import { decodeText } from '#protocol/encoding.ts'
import { getNote, getNotes } from '#protocol/notes.ts'
import { createTopic } from '#protocol/topics.ts'
import type { Person } from '#tests/support/person.ts'

export async function topicOf(author: Person): Promise<number> {
  const { subjects } = await author.does(createTopic, { title: '회의록' })
  return subjects[0]?.subjectNo ?? 0
}

/** What the server has under a topic, the note that was made first last. */
export async function savedUnder(
  author: Person,
  topicNo: number,
): Promise<{ title: string; text: string }[]> {
  const { notes } = await author.does(getNotes, { topicNo })
  const byNumber = [...notes].sort((one, other) => one.noteNo - other.noteNo)
  return Promise.all(
    byNumber.map(async ({ noteNo }) => {
      const { title, text } = await author.does(getNote, { noteNo })
      return { title, text: decodeText(text) }
    }),
  )
}
