import { encodeText } from '#protocol/encoding.ts'
import { disjoin } from '#protocol/hubs.ts'
import { getNote, postNote } from '#protocol/notes.ts'
import { setReaction } from '#protocol/reactions.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import type { UserRepository } from '#server/features/accounts/accounts.repository.ts'
import { highlight, passageOf } from './passages.ts'
import { comment, makeHub, newAdministratorAt, newUser, type TestUser } from './users.ts'

/** The users of the fixtures, by their relation to the hub. */
export interface FixtureUsers {
  /** Knows the author from another hub. */
  nonMember: TestUser
  /** Read, commented, reacted and highlighted in the hub, and left it. Lists of what they did must not contain the note. */
  exMember: TestUser
  /** Is in the hub, and wrote nothing there. */
  member: TestUser
  /** Is in the hub, and wrote its contents. */
  author: TestUser
  /** Is in no hub. */
  administrator: TestUser
  /** Is in the hub, so that it is not empty when the others have left. */
  bystander: TestUser
}

/** A hub with a note of the author and the author’s comment on it. */
export interface FixtureHub {
  hubNo: number
  topicNo: number
  noteNo: number
  commentNo: number
}

export type Fixtures = FixtureUsers & { room: FixtureHub }

/** The author’s texts, which must be in no response to users outside the hub. */
export const PRIVATE_TEXTS = {
  topic: '은밀한 주제',
  title: '은밀한 제목',
  text: '은밀한 본문',
  comment: '은밀한 댓글',
} as const

/** @param users the user repository of the node at `url`. */
export async function createFixtures(
  url: string,
  users: Pick<UserRepository, 'setPrivilege'>,
): Promise<Fixtures> {
  const [nonMember, exMember, member, author, bystander, administrator] = await Promise.all([
    newUser(url, '낯선 사람'),
    newUser(url, '나간 사람'),
    newUser(url, '함께하는 사람'),
    newUser(url, '글쓴 사람'),
    newUser(url, '곁의 사람'),
    newAdministratorAt(url, users),
  ])
  const people = { nonMember, exMember, member, author, bystander, administrator }
  await makeHub(author, nonMember)
  return { ...people, room: await newRoom(people) }
}

export async function newRoom({ exMember, member, author, bystander }: FixtureUsers): Promise<FixtureHub> {
  const hubNo = await makeHub(author, member, exMember, bystander)
  const { subjects } = await author.call(createTopic, { title: PRIVATE_TEXTS.topic })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const draft = { topicNo, title: PRIVATE_TEXTS.title, text: encodeText(PRIVATE_TEXTS.text) }
  const { noteNo } = await author.call(postNote, draft)
  await author.call(shareNote, { hubNo, noteNo })
  const commentNo = await comment(author, { hubNo, noteNo }, PRIVATE_TEXTS.comment)
  await exMember.call(getNote, { noteNo })
  await comment(exMember, { hubNo, noteNo })
  await exMember.call(setReaction, { hubNo, noteNo, isOn: true })
  await highlight(exMember, { hubNo, noteNo }, passageOf(PRIVATE_TEXTS.text, PRIVATE_TEXTS.text))
  await exMember.call(disjoin, { targetHubNo: hubNo })
  return { hubNo, topicNo, noteNo, commentNo }
}
