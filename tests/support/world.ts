import { encodeText } from '#protocol/encoding.ts'
import { disjoin } from '#protocol/hubs.ts'
import { getNote, postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import type { UserStore } from '#server/features/accounts/accounts.store.ts'
import { administratorAt, comment, makeHub, newPerson, type Person } from './person.ts'

/** Everybody who may or may not do something, as they stand to a room. */
export interface People {
  /** Knows the author from another room. */
  stranger: Person
  /** Read and commented in the room, and left it. */
  exMember: Person
  /** Is in the room, and wrote nothing there. */
  member: Person
  /** Is in the room, and wrote what it holds. */
  author: Person
  /** Is in no room. */
  administrator: Person
  /** Is in the room, so that it is not empty when the others have left. */
  bystander: Person
}

/** A hub with a note of the author's and a comment of theirs on it. */
export interface Room {
  hubNo: number
  topicNo: number
  noteNo: number
  commentNo: number
}

export type World = People & { room: Room }

/** What the author wrote: it stands in no answer to somebody outside of the room. */
export const PRIVATE = {
  topic: '은밀한 주제',
  title: '은밀한 제목',
  text: '은밀한 본문',
  comment: '은밀한 댓글',
} as const

/** At the node at `url`, whose database `users` are of. */
export async function makeWorld(url: string, users: Pick<UserStore, 'setPrivilege'>): Promise<World> {
  const [stranger, exMember, member, author, bystander, administrator] = await Promise.all([
    newPerson(url, '낯선 사람'),
    newPerson(url, '나간 사람'),
    newPerson(url, '함께하는 사람'),
    newPerson(url, '글쓴 사람'),
    newPerson(url, '곁의 사람'),
    administratorAt(url, users),
  ])
  const people = { stranger, exMember, member, author, bystander, administrator }
  await makeHub(author, stranger)
  return { ...people, room: await newRoom(people) }
}

export async function newRoom({ exMember, member, author, bystander }: People): Promise<Room> {
  const hubNo = await makeHub(author, member, exMember, bystander)
  const { subjects } = await author.does(createTopic, { title: PRIVATE.topic })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const draft = { topicNo, title: PRIVATE.title, text: encodeText(PRIVATE.text) }
  const { noteNo } = await author.does(postNote, draft)
  await author.does(shareNote, { hubNo, noteNo })
  const commentNo = await comment(author, { hubNo, noteNo }, PRIVATE.comment)
  await exMember.does(getNote, { noteNo })
  await comment(exMember, { hubNo, noteNo })
  await exMember.does(disjoin, { targetHubNo: hubNo })
  return { hubNo, topicNo, noteNo, commentNo }
}
