import { randomUUID } from 'node:crypto'
import { register, type SignedInView, signIn } from '#protocol/accounts.ts'
import { createSuggestion, type SuggestionView } from '#protocol/agora.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { postComment } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { createHub, searchFriends } from '#protocol/hubs.ts'
import { SEARCH_CANDIDATES_MAX } from '#protocol/limits.ts'
import { postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import type { UserStore } from '#server/features/accounts/accounts.store.ts'
import { type Answer, call, misuse } from './call.ts'
import { type Listener, listen } from './listener.ts'
import type { TestNode } from './node.ts'
import { runningApps } from './runningApps.ts'
import { storePerson } from './storePerson.ts'

export const PASSWORD = '비밀번호 1234'
let people = 0

/** Somebody signed in at a server node. */
export interface Person {
  /** The node that they signed in at. */
  url: string
  userNo: number
  name: string
  email: string
  token: string
  /** Makes a call and insists that it is answered with 200. */
  does<C extends Call>(called: C, input: InputOf<C>): Promise<ReplyOf<C>>
  /** Makes a call, however it is answered. */
  asks<C extends Call>(called: C, input: InputOf<C>): Promise<Answer<ReplyOf<C>>>
  /** Makes a call with input of the wrong form. */
  misuses(called: Call, input: Record<string, unknown>): ReturnType<typeof misuse>
  /** Opens a socket, at this node or at another one. */
  listens(url?: string): Promise<Listener>
}

/**
 * Somebody new who is signed in. At a node of this process they are stored as signing up and signing in store them, which have
 * tests of their own: thousands of people would take a good part of all processor time. Where mail is sent they get theirs.
 */
export async function newPerson(url: string, name = '새사람'): Promise<Person> {
  people += 1
  const username = `${name} ${process.env.VITEST_POOL_ID ?? ''}-${people}`.padEnd(5, '_')
  const email = `person${people}@example.com`
  const context = runningApps.get(url)?.context
  if (context && !context.mailer.delivers)
    return personAt(url, await storePerson(context, { email, username, password: PASSWORD }))
  return signedUp(url, { email, username })
}

/** The same by the two calls. */
export async function signedUp(url: string, who: { email: string; username: string }): Promise<Person> {
  const { body } = await call(url, register, { ...who, password: PASSWORD })
  if (!body.success) throw new Error(`${who.email} cannot sign up`)
  return signedIn(url, who.email)
}

/** @param stays on a device that is to stay signed in. */
export async function signedIn(url: string, email: string, stays = false): Promise<Person> {
  const { body } = await call(url, signIn, { email, password: PASSWORD, stays })
  if (!body.authenticated) throw new Error(`${email} cannot sign in`)
  return personAt(url, body)
}

function personAt(
  url: string,
  { userNo, username, email, authToken }: Pick<SignedInView, 'userNo' | 'username' | 'email' | 'authToken'>,
): Person {
  const asks = <C extends Call>(called: C, input: InputOf<C>) => call(url, called, input, authToken)
  return {
    url,
    userNo,
    name: username,
    email,
    token: authToken,
    asks,
    async does(called, input) {
      const answer = await asks(called, input)
      if (answer.status !== 200) throw new Error(`${called.path}: ${JSON.stringify(answer)}`)
      return answer.body
    },
    misuses: (called, input) => misuse(url, called, input, authToken),
    listens: (at = url) => listen(at, authToken),
  }
}

/** A note under a topic of its own; its number. */
export async function writeNote(
  author: Person,
  title = '회의록',
  text = '오늘 이야기한 것',
): Promise<number> {
  const { subjects } = await author.does(createTopic, { title: '주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  return (await author.does(postNote, { topicNo, title, text: encodeText(text) })).noteNo
}

/** Somebody finds others by e-mail, and may put them into hubs from then on. */
export async function find(seeker: Person, ...others: Person[]): Promise<void> {
  for (let from = 0; from < others.length; from += SEARCH_CANDIDATES_MAX) {
    const emails = others.slice(from, from + SEARCH_CANDIDATES_MAX).map(({ email }) => email)
    await seeker.does(searchFriends, { candidatesJSON: JSON.stringify(emails) })
  }
}

/** Each of these people may put all others into hubs from then on. */
export async function makeContacts(...people: Person[]): Promise<void> {
  await Promise.all(people.map(seeker => find(seeker, ...people.filter(person => person !== seeker))))
}

/** A hub of these people, made by the first, who finds the others before; its number. */
export async function makeHub(maker: Person, ...others: Person[]): Promise<number> {
  await find(maker, ...others)
  const userNos = [maker, ...others].map(person => person.userNo)
  const reply = await maker.does(createHub, { candidatesJSON: JSON.stringify(userNos) })
  if (!reply.success) throw new Error(reply.message)
  return reply.hubNo
}

/** A note of the author's, shared in a hub; its number. */
export async function shareNewNote(author: Person, hubNo: number, title?: string): Promise<number> {
  const noteNo = await writeNote(author, title)
  await author.does(shareNote, { hubNo, noteNo })
  return noteNo
}

/** A comment on a note in a hub; its number. */
export async function comment(
  writer: Person,
  thread: { hubNo: number; noteNo: number },
  text = '한마디',
): Promise<number> {
  return (await writer.does(postComment, { ...thread, text, requestKey: randomUUID() })).comment.commentNo
}

/** A suggestion, unlike any other unless told what it says. */
export async function suggest(
  writer: Person,
  opinion = `${randomUUID()} 글마루에 바라요`,
): Promise<SuggestionView> {
  const reply = await writer.does(createSuggestion, { suggestion: opinion })
  if (!reply.success) throw new Error(reply.message)
  return reply.suggestion
}

/** Somebody new with a privilege above 0. */
export function newAdministrator({ url, app }: Pick<TestNode, 'url' | 'app'>): Promise<Person> {
  return administratorAt(url, app.context.stores.users)
}

/** The same at a node in another process, whose database we know. */
export async function administratorAt(url: string, users: Pick<UserStore, 'setPrivilege'>): Promise<Person> {
  const { email } = await newPerson(url, '돌보미')
  await users.setPrivilege(email, 1)
  // A node trusts for some seconds what it knows of a session; signing in again starts a new one.
  return signedIn(url, email)
}
