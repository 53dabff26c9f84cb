import { createHash } from 'node:crypto'
import { signIn } from '#protocol/accounts.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { getComments } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getHubs } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNote, getNotes } from '#protocol/notes.ts'
import { pictureAddress, pictureIdsIn } from '#protocol/pictureAddress.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from './call.ts'

/** What a user reads of their topics and rooms, with hashes in place of texts. */
export type Contents = Awaited<ReturnType<typeof readContents>>

const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex').slice(0, 16)

/** Reads the topics, notes, pictures, rooms, shares and comments of a user by the calls that 1.0.0 has, too. */
export async function readContents(url: string, credentials: { email: string; password: string }) {
  const { body } = await call(url, signIn, { ...credentials, stays: false })
  if (!body.authenticated) throw new Error(`${credentials.email} cannot sign in`)
  const { authToken } = body
  const ask = async <C extends Call>(called: C, input: InputOf<C>): Promise<ReplyOf<C>> => {
    const answer = await call(url, called, input, authToken)
    if (answer.status !== 200) throw new Error(`${called.path}: ${JSON.stringify(answer)}`)
    return answer.body
  }
  const itemsPerPage = ITEMS_PER_PAGE_MAX

  async function readNote(noteNo: number) {
    const note = await ask(getNote, { noteNo })
    const text = decodeText(note.text)
    const pictures: string[] = []
    for (const pictureId of pictureIdsIn(text))
      pictures.push(hash(new Uint8Array(await (await fetch(url + pictureAddress(pictureId))).arrayBuffer())))
    return { noteNo, title: note.title, text: hash(text), author: note.author, pictures }
  }

  const topics = []
  for (const { subjectNo, title } of (await ask(getTopics, { itemsPerPage })).subjects) {
    const notes = []
    for (const { noteNo } of (await ask(getNotes, { topicNo: subjectNo, itemsPerPage })).notes)
      notes.push(await readNote(noteNo))
    topics.push({ subjectNo, title, notes: notes.sort((a, b) => a.noteNo - b.noteNo) })
  }
  const rooms = []
  for (const { hubNo } of (await ask(getHubs, { hubsPerPage: itemsPerPage })).hubs) {
    const shares = []
    const shared = await ask(getSharedNotes, { selectedHubNo: hubNo, numberOfItemsPerPage: itemsPerPage })
    for (const { noteNo } of shared.notes) {
      const { count, comments } = await ask(getComments, { hubNo, noteNo })
      const texts = comments.map(({ commentNo, text }) => `${commentNo} ${text}`)
      shares.push({ ...(await readNote(noteNo)), count, comments: hash(texts.join('\n')) })
    }
    rooms.push({ hubNo, shares: shares.sort((a, b) => a.noteNo - b.noteNo) })
  }
  return {
    topics: topics.sort((a, b) => a.subjectNo - b.subjectNo),
    rooms: rooms.sort((a, b) => a.hubNo - b.hubNo),
  }
}
