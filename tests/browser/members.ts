import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { register, signIn } from '#protocol/accounts.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { postComment } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { createHub } from '#protocol/hubs.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { newVisitor, PASSWORD } from './steps.ts'

/** People whose story begins where they are signed in already: made by calls, not through the forms. */

export interface Member {
  userNo: number
  email: string
  username: string
  token: string
  does<C extends Call>(called: C, input: InputOf<C>): Promise<ReplyOf<C>>
}

export async function newMember(url: string, name: string): Promise<Member> {
  const { email, username } = newVisitor(name)
  await call(url, register, { email, username, password: PASSWORD })
  const { body } = await call(url, signIn, { email, password: PASSWORD })
  if (!body.authenticated) throw new Error(`${email} cannot sign in`)
  const { authToken: token, userNo } = body
  return {
    userNo,
    email,
    username,
    token,
    async does(called, input) {
      const answer = await call(url, called, input, token)
      if (answer.status !== 200) throw new Error(`${called.path}: ${JSON.stringify(answer)}`)
      return answer.body
    },
  }
}

/** Signs a page that lies open in as the member, on the screen at `path`. */
export async function openAs(page: Page, { token }: Member, path: string): Promise<void> {
  await page.evaluate(authToken => sessionStorage.setItem('authToken', authToken), token)
  await page.goto(path)
}

export async function makeHub(maker: Member, ...others: Member[]): Promise<number> {
  const userNos = [maker, ...others].map(({ userNo }) => userNo)
  const reply = await maker.does(createHub, { candidatesJSON: JSON.stringify(userNos) })
  if (!reply.success) throw new Error(reply.message)
  return reply.hubNo
}

/** A new note under a topic of its own, shared in a hub; its number. */
export async function shareNewNote(author: Member, hubNo: number, title: string): Promise<number> {
  const { subjects } = await author.does(createTopic, { title: '주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const { noteNo } = await author.does(postNote, { topicNo, title, text: encodeText('본문') })
  await author.does(shareNote, { hubNo, noteNo })
  return noteNo
}

export async function say(
  writer: Member,
  thread: { hubNo: number; noteNo: number },
  text: string,
): Promise<void> {
  await writer.does(postComment, { ...thread, text, requestKey: randomUUID() })
}
