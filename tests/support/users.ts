import { randomBytes, randomUUID } from 'node:crypto'
import { register, type SignedInView, signIn, usernameField } from '#protocol/accounts.ts'
import { createSuggestion, type SuggestionView } from '#protocol/agora.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { postComment } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { addMatching, createHub, searchFriends } from '#protocol/hubs.ts'
import { joinByInvitation, makeInvitation } from '#protocol/invitations.ts'
import { DEVICES_MAX, SEARCH_CANDIDATES_MAX } from '#protocol/limits.ts'
import { getNote, postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import type { Context } from '#server/context.ts'
import type { UserRepository } from '#server/features/accounts/accounts.repository.ts'
import { deviceOf } from '#server/platform/request.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { type ApiResponse, call, callWithInvalidInput, USER_AGENT } from './call.ts'
import type { TestNode } from './node.ts'
import { runningApps } from './runningApps.ts'
import { openSocket, type TestSocket } from './testSocket.ts'

export const PASSWORD = '비밀번호 1234'
let people = 0

/** A user who is signed in at a server node. */
export interface TestUser {
  /** The node at which they are signed in. */
  url: string
  userNo: number
  name: string
  email: string
  token: string
  /** Makes a call and requires a response with status 200. */
  call<C extends Call>(called: C, input: InputOf<C>): Promise<ReplyOf<C>>
  /** Makes a call and returns the response with its status. */
  request<C extends Call>(called: C, input: InputOf<C>): Promise<ApiResponse<ReplyOf<C>>>
  /** Makes a call with invalid input. */
  callWithInvalidInput(called: Call, input: Record<string, unknown>): ReturnType<typeof callWithInvalidInput>
  /** Opens a socket, at this node or at another one. */
  openSocket(url?: string): Promise<TestSocket>
}

/**
 * Creates a user and signs them in. At a node of this process it inserts the documents directly, because thousands of
 * sign-ups would take much CPU time; sign-up and sign-in have their own tests. Where mail is sent it makes the calls,
 * so that the mails are sent.
 */
export async function newUser(url: string, name = '새사람'): Promise<TestUser> {
  people += 1
  const username = `${name} ${process.env.VITEST_POOL_ID ?? ''}-${people}`.padEnd(5, '_')
  const email = `person${people}@example.com`
  const context = runningApps.get(url)?.context
  if (context && !context.mailer.sendsMail)
    return testUserAt(url, await insertSignedInUser(context, { email, username, password: PASSWORD }))
  return signUpUser(url, { email, username })
}

/** Creates a user by the calls for sign-up and sign-in. */
export async function signUpUser(url: string, who: { email: string; username: string }): Promise<TestUser> {
  const { body } = await call(url, register, { ...who, password: PASSWORD })
  if (!body.success) throw new Error(`${who.email} cannot sign up`)
  return signInUser(url, who.email)
}

/** @param stays whether to set the remember-me option. */
export async function signInUser(url: string, email: string, stays = false): Promise<TestUser> {
  const { body } = await call(url, signIn, { email, password: PASSWORD, stays })
  if (!body.authenticated) throw new Error(`${email} cannot sign in`)
  return testUserAt(url, body)
}

function testUserAt(
  url: string,
  { userNo, username, email, authToken }: Pick<SignedInView, 'userNo' | 'username' | 'email' | 'authToken'>,
): TestUser {
  const asks = <C extends Call>(called: C, input: InputOf<C>) => call(url, called, input, authToken)
  return {
    url,
    userNo,
    name: username,
    email,
    token: authToken,
    request: asks,
    async call(called, input) {
      const answer = await asks(called, input)
      if (answer.status !== 200) throw new Error(`${called.path}: ${JSON.stringify(answer)}`)
      return answer.body
    },
    callWithInvalidInput: (called, input) => callWithInvalidInput(url, called, input, authToken),
    openSocket: (at = url) => openSocket(at, authToken),
  }
}

/** Creates a user at each of these nodes. */
export async function newUsers<Urls extends string[]>(
  ...urls: Urls
): Promise<{ [Place in keyof Urls]: TestUser }> {
  const users: TestUser[] = []
  for (const url of urls) users.push(await newUser(url))
  return users as { [Place in keyof Urls]: TestUser }
}

/** Creates a topic and returns its number. */
export async function newTopic(owner: TestUser, title = '주제'): Promise<number> {
  return (await owner.call(createTopic, { title })).subjects[0]?.subjectNo ?? 0
}

/** The topic of a user’s own note. */
export async function topicOf(author: TestUser, noteNo: number): Promise<number> {
  return (await author.call(getNote, { noteNo })).subjectNo ?? 0
}

/** Saves a note in a new topic and returns its number. */
export async function writeNote(
  author: TestUser,
  title = '회의록',
  text = '오늘 이야기한 것',
): Promise<number> {
  const topicNo = await newTopic(author)
  return (await author.call(postNote, { topicNo, title, text: encodeText(text) })).noteNo
}

/** Looks up users by e-mail, which makes them contacts of the searcher. */
export async function lookUp(searcher: TestUser, ...others: TestUser[]): Promise<void> {
  for (let from = 0; from < others.length; from += SEARCH_CANDIDATES_MAX) {
    const emails = others.slice(from, from + SEARCH_CANDIDATES_MAX).map(({ email }) => email)
    await searcher.call(searchFriends, { candidatesJSON: JSON.stringify(emails) })
  }
}

/** Makes all these users contacts of each other. */
export async function makeContacts(...people: TestUser[]): Promise<void> {
  await Promise.all(people.map(searcher => lookUp(searcher, ...people.filter(person => person !== searcher))))
}

/** Creates a hub of these users by the first, who looks up the others before. Returns its number. */
export async function makeHub(maker: TestUser, ...others: TestUser[]): Promise<number> {
  await lookUp(maker, ...others)
  const userNos = [maker, ...others].map(person => person.userNo)
  const reply = await maker.call(createHub, { candidatesJSON: JSON.stringify(userNos) })
  if (!reply.success) throw new Error(reply.message)
  return reply.hubNo
}

/** Adds a contact to a hub that has these members. */
export function addToHub(adder: TestUser, hubNo: number, added: TestUser, ...members: TestUser[]) {
  return adder.call(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([added.userNo]),
    expectedResult: JSON.stringify([...members, added].map(({ userNo }) => userNo)),
  })
}

/** Saves a note of the author, shares it in a hub and returns its number. */
export async function shareNewNote(author: TestUser, hubNo: number, title?: string): Promise<number> {
  const noteNo = await writeNote(author, title)
  await author.call(shareNote, { hubNo, noteNo })
  return noteNo
}

/** Posts a comment on a note in a hub and returns its number. */
export async function comment(
  writer: TestUser,
  thread: { hubNo: number; noteNo: number },
  text = '한마디',
): Promise<number> {
  return (await writer.call(postComment, { ...thread, text, requestKey: randomUUID() })).comment.commentNo
}

/** Posts a suggestion, with a unique text by default. */
export async function suggest(
  writer: TestUser,
  opinion = `${randomUUID()} 글마루에 바라요`,
): Promise<SuggestionView> {
  const reply = await writer.call(createSuggestion, { suggestion: opinion })
  if (!reply.success) throw new Error(reply.message)
  return reply.suggestion
}

/** Creates a user with a privilege above 0. */
export function newAdministrator(
  { url, app }: Pick<TestNode, 'url' | 'app'>,
  name?: string,
): Promise<TestUser> {
  return newAdministratorAt(url, app.context.repositories.users, name)
}

/** Creates an administrator at a node in another process, by its database. */
export async function newAdministratorAt(
  url: string,
  users: Pick<UserRepository, 'setPrivilege'>,
  name = '돌보미',
): Promise<TestUser> {
  const { email } = await newUser(url, name)
  await users.setPrivilege(email, 1)
  // A node caches sessions for some seconds; signing in again creates a new one.
  return signInUser(url, email)
}

/** Inserts the documents that sign-up and sign-in create; `newUser.test.ts` compares the two. */
async function insertSignedInUser(
  context: Context,
  who: { email: string; username: string; password: string },
) {
  const { repositories, counters, passwords, gate, keyedHash, clock } = context
  const username = usernameField.parse(who.username)
  const [userNo, passwordHash] = await Promise.all([counters.next('user'), passwords.hash(who.password)])
  const now = clock()
  const deviceHash = sha256(`${userNo}:${randomBytes(16).toString('base64url')}`)
  const device = deviceOf(USER_AGENT)
  const user = {
    ...{ userNo, email: who.email, username, passwordHash, privilege: 0, createdAt: now },
    mail: { language: 'ko' as const },
  }
  const seen = {
    userNo,
    deviceHash,
    device,
    addressHash: keyedHash('127.0.0.1'),
    firstSeen: now,
    lastSeen: now,
  }
  const [conflict, { authToken }] = await Promise.all([
    repositories.users.insert(user),
    gate.create(userNo, { device, deviceHash }),
    repositories.devices.upsert(seen, DEVICES_MAX),
  ])
  if (conflict !== null) throw new Error(`the ${conflict} of ${who.email} is taken`)
  return { userNo, email: who.email, username, authToken }
}

/** Creates a member’s invitation link and returns its token. */
export async function invite(maker: TestUser, hubNo: number): Promise<string> {
  const reply = await maker.call(makeInvitation, { hubNo })
  if (!reply.success) throw new Error(reply.message)
  return reply.token
}

/** Joins a hub by an invitation link. */
export async function joinByLink(token: string, person: TestUser): Promise<void> {
  const reply = await person.call(joinByInvitation, { token })
  if (!reply.success) throw new Error(reply.message)
}
