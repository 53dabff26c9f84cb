import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { register } from '#server/features/accounts/accounts.service.ts'
import { answerSuggestion, createSuggestion } from '#server/features/agora/agora.service.ts'
import { setSuggestionReaction } from '#server/features/agora/opinionReactions.service.ts'
import { lookUpFriends } from '#server/features/contacts/contacts.service.ts'
import { createHub, markAsRead } from '#server/features/hubs/hubs.service.ts'
import { postNote } from '#server/features/notes/createNote.service.ts'
import { updateNote } from '#server/features/notes/notes.service.ts'
import { createNotice } from '#server/features/notices/notices.service.ts'
import { shareNote } from '#server/features/shares/shares.service.ts'
import { createTopic } from '#server/features/topics/topics.service.ts'
import type { DemoNote, DemoThread, World } from './content.ts'
import { drawPortrait } from './portrait.ts'
import { talkHappenings } from './talk.ts'

export const DEMO_PASSWORD = 'geulmaru123'
const DAY_MS = 24 * 60 * 60 * 1000
const FOUNDED_DAYS_AGO = 125
/** Everybody has read what is older than this; what came later is unread for some. */
const READ_DAYS_AGO = 6
const NEWEST_NOTICE_DAYS_AGO = 2

/** A clock that the demo sets, so that its world has a past. */
export interface DemoClock {
  setDaysAgo(days: number): void
}

/** Lives the demo world's four months through the domain functions. */
export async function fillDemo(
  context: Context,
  clock: DemoClock,
  world: World,
  notes: DemoNote[],
  talk: DemoThread[],
): Promise<void> {
  clock.setDaysAgo(FOUNDED_DAYS_AGO)
  const people = await signUpEveryone(context, world)
  const viewerOf = (key: string) => found(people, key)
  const hubs = await makeHubs(context, world, viewerOf)
  const noteNos = new Map<string, number>()
  const happenings = [
    ...(await noteHappenings(context, notes, { hubs, noteNos }, viewerOf)),
    ...talkHappenings(context, talk, notes, {
      viewerOf,
      hubNoOf: key => found(hubs, key),
      noteNoOf: title => found(noteNos, title),
    }),
    ...suggestionHappenings(context, world, viewerOf),
    ...noticeHappenings(context, world, viewerOf),
    ...readingHappenings(context, world, hubs, viewerOf),
  ]
  for (const { daysAgo, happen } of happenings.sort((a, b) => b.daysAgo - a.daysAgo)) {
    clock.setDaysAgo(daysAgo)
    await happen()
  }
  await context.backgroundTasks.onIdle()
}

interface Happening {
  daysAgo: number
  happen: () => Promise<unknown>
}

async function signUpEveryone(context: Context, world: World): Promise<Map<string, Viewer>> {
  const people = new Map<string, Viewer>()
  const portraits = await mkdtemp(join(tmpdir(), 'geulmaru-portraits-'))
  for (const { key, email, username, mobile, picture, ...looks } of world.people) {
    const registered = await register(context, {
      email,
      username,
      mobile: mobile ?? '',
      password: DEMO_PASSWORD,
      picture: picture ? await drawPortrait(looks, join(portraits, `${key}.png`)) : undefined,
    })
    if ('fieldErrors' in registered) throw new Error(`${email} is there already`)
    const privilege = key === world.administrator ? 1 : 0
    if (privilege > 0) await context.repositories.users.setPrivilege(email, privilege)
    people.set(key, { userNo: registered.userNo, privilege })
  }
  await rm(portraits, { recursive: true })
  return people
}

async function makeHubs(
  context: Context,
  world: World,
  viewerOf: (key: string) => Viewer,
): Promise<Map<string, number>> {
  const hubs = new Map<string, number>()
  for (const { key, members, name } of world.hubs) {
    const [maker = '', ...others] = members
    const userNos = [maker, ...others].map(member => viewerOf(member).userNo)
    await lookUpFriends(context, viewerOf(maker), emailsOf(world, others))
    const made = await createHub(context, viewerOf(maker), { candidates: userNos, name })
    if ('rejected' in made) throw new Error(`hub ${key}: ${made.rejected}`)
    hubs.set(key, made.hub.hubNo)
  }
  return hubs
}

function emailsOf(world: World, keys: readonly string[]): string[] {
  return world.people.filter(({ key }) => keys.includes(key)).map(({ email }) => email)
}

async function noteHappenings(
  context: Context,
  notes: DemoNote[],
  { hubs, noteNos }: Record<'hubs' | 'noteNos', Map<string, number>>,
  viewerOf: (key: string) => Viewer,
): Promise<Happening[]> {
  const topics = new Map<string, number>()
  for (const { by, topic } of notes) {
    const key = `${by}/${topic}`
    if (topics.has(key)) continue
    await createTopic(context, viewerOf(by), topic)
    const { items } = await context.repositories.topics.findPage(viewerOf(by).userNo, { skip: 0, limit: 1 })
    topics.set(key, items[0]?.subjectNo ?? 0)
  }
  return notes.flatMap(note => {
    const author = viewerOf(note.by)
    const draft = { title: note.title, text: note.text, sessionId: 'demo' }
    let noteNo = 0
    const write = async () => {
      const topicNo = found(topics, `${note.by}/${note.topic}`)
      noteNo = (await postNote(context, author, { ...draft, topicNo })).noteNo
      noteNos.set(note.title, noteNo)
      for (const key of note.shared) await shareNote(context, author, { noteNo, hubNo: found(hubs, key) })
    }
    const written = { daysAgo: note.day, happen: write }
    if (note.edited === undefined) return [written]
    return [
      written,
      { daysAgo: note.edited, happen: () => updateNote(context, author, { ...draft, noteNo }) },
    ]
  })
}

function suggestionHappenings(
  context: Context,
  world: World,
  viewerOf: (key: string) => Viewer,
): Happening[] {
  return world.suggestions.map(({ by, text, answer }, index) => ({
    daysAgo: ((index + 1) * FOUNDED_DAYS_AGO) / (world.suggestions.length + 1),
    async happen() {
      const result = await createSuggestion(context, viewerOf(by), text)
      if (!('posted' in result)) return
      const { suggestionNo } = result.posted
      if (answer !== undefined)
        await answerSuggestion(context, viewerOf(world.administrator), suggestionNo, answer)
      const agreeing = world.people.filter(
        ({ key }, at) => key !== by && (at * 7 + index * 5) % 13 < index % 7,
      )
      for (const { key } of agreeing)
        await setSuggestionReaction(context, viewerOf(key), { suggestionNo, isOn: true })
    },
  }))
}

function noticeHappenings(context: Context, world: World, viewerOf: (key: string) => Viewer): Happening[] {
  return world.notices.map((notice, index) => ({
    daysAgo:
      ((world.notices.length - index - 1) * FOUNDED_DAYS_AGO) / world.notices.length + NEWEST_NOTICE_DAYS_AGO,
    happen: () => createNotice(context, viewerOf(world.administrator), { display: 1, ...notice }),
  }))
}

function readingHappenings(
  context: Context,
  world: World,
  hubs: Map<string, number>,
  viewerOf: (key: string) => Viewer,
): Happening[] {
  return world.hubs.flatMap(({ key, members }, hubIndex) =>
    members.map((member, memberIndex) => ({
      daysAgo: READ_DAYS_AGO + ((hubIndex * 7 + memberIndex * 3) % 11),
      happen: () => markAsRead(context, viewerOf(member), found(hubs, key), undefined),
    })),
  )
}

function found<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the demo's content does not know ${key}`)
  return value
}

export function demoClock(): DemoClock & { now: () => Date } {
  let daysAgo = 0
  return {
    setDaysAgo(days) {
      daysAgo = days
    },
    now: () => new Date(Date.now() - daysAgo * DAY_MS),
  }
}
