import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Viewer } from '#protocol/access.ts'
import { noteText } from '#protocol/noteText.ts'
import { passageAt } from '#protocol/passageAnchor.ts'
import type { Passage } from '#protocol/passages.ts'
import type { Context } from '#server/context.ts'
import { register } from '#server/features/accounts/accounts.service.ts'
import {
  answerSuggestion,
  createSuggestion,
  setSuggestionReaction,
} from '#server/features/agora/agora.service.ts'
import { postComment } from '#server/features/comments/comments.service.ts'
import { lookUpFriends } from '#server/features/contacts/contacts.service.ts'
import { createHub, markAsRead } from '#server/features/hubs/hubs.service.ts'
import { postNote } from '#server/features/notes/createNote.service.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import { openNote } from '#server/features/notes/notes.service.ts'
import { updateNote } from '#server/features/notes/updateNote.service.ts'
import { createNotice } from '#server/features/notices/notices.service.ts'
import { highlightPassage } from '#server/features/passages/passages.service.ts'
import { setReaction } from '#server/features/reactions/reactions.service.ts'
import { shareNote } from '#server/features/shares/shares.service.ts'
import { createTopic } from '#server/features/topics/topics.service.ts'
import {
  type DemoData,
  type DemoNote,
  type DemoThread,
  readDemoData,
  readNotes,
  readShortNotes,
  readThreads,
} from './content.ts'
import { drawPortrait } from './portrait.ts'

export const DEMO_PASSWORD = 'geulmaru123'
const DAY_MS = 24 * 60 * 60 * 1000
const FOUNDED_DAYS_AGO = 125
/** Users have read everything older than this. Newer shares are unread for some of them. */
const READ_DAYS_AGO = 6
const NEWEST_NOTICE_DAYS_AGO = 2

interface DemoClock {
  setDaysAgo(days: number): void
}

/** Creates the demo content through the services, each piece at its own time in the past. Resolves with the counts. */
export async function fillDemo(context: Context, clock: DemoClock) {
  const data = readDemoData()
  const notes = [...readNotes(), ...readShortNotes()]
  clock.setDaysAgo(FOUNDED_DAYS_AGO)
  const users = await registerUsers(context, data)
  const viewerOf = (key: string) => required(users, key)
  const hubs = await createHubs(context, data, viewerOf)
  const fixtures: Fixtures = { context, data, notes, hubs, noteNos: new Map(), viewerOf }
  const events = [
    ...(await noteEvents(fixtures)),
    ...commentEvents(fixtures, readThreads()),
    ...highlightEvents(fixtures, readThreads()),
    ...suggestionEvents(fixtures),
    ...noticeEvents(fixtures),
    ...readEvents(fixtures),
  ]
  for (const { daysAgo, run } of events.sort((a, b) => b.daysAgo - a.daysAgo)) {
    clock.setDaysAgo(daysAgo)
    await run()
  }
  await context.backgroundTasks.onIdle()
  clock.setDaysAgo(0)
  return { users: data.people.length, hubs: data.hubs.length, notes: notes.length }
}

interface DemoEvent {
  daysAgo: number
  run: () => Promise<unknown>
}

interface Fixtures {
  context: Context
  data: DemoData
  notes: DemoNote[]
  hubs: ReadonlyMap<string, number>
  /** By title, filled as the notes are written. */
  noteNos: Map<string, number>
  viewerOf: (key: string) => Viewer
}

async function registerUsers(context: Context, data: DemoData): Promise<Map<string, Viewer>> {
  const users = new Map<string, Viewer>()
  const portraits = await mkdtemp(join(tmpdir(), 'geulmaru-portraits-'))
  for (const { key, email, username, mobile, picture, ...appearance } of data.people) {
    const registered = await register(context, {
      email,
      username,
      mobile: mobile ?? '',
      password: DEMO_PASSWORD,
      language: 'ko',
      picture: picture ? await drawPortrait(appearance, join(portraits, `${key}.png`)) : undefined,
    })
    if ('fieldErrors' in registered) throw new Error(`${email} is already registered`)
    const privilege = key === data.administrator ? 1 : 0
    if (privilege > 0) await context.repositories.users.setPrivilege(email, privilege)
    users.set(key, { userNo: registered.userNo, privilege })
  }
  await rm(portraits, { recursive: true })
  return users
}

async function createHubs(
  context: Context,
  data: DemoData,
  viewerOf: (key: string) => Viewer,
): Promise<Map<string, number>> {
  const hubs = new Map<string, number>()
  for (const { key, members, name } of data.hubs) {
    const [creator = '', ...others] = members
    const userNos = [creator, ...others].map(member => viewerOf(member).userNo)
    await lookUpFriends(context, viewerOf(creator), emailsOf(data, others))
    const created = await createHub(context, viewerOf(creator), { candidates: userNos, name })
    if ('rejected' in created) throw new Error(`hub ${key}: ${created.rejected}`)
    hubs.set(key, created.hub.hubNo)
  }
  return hubs
}

function emailsOf(data: DemoData, keys: readonly string[]): string[] {
  return data.people.filter(({ key }) => keys.includes(key)).map(({ email }) => email)
}

async function noteEvents({ context, notes, hubs, noteNos, viewerOf }: Fixtures): Promise<DemoEvent[]> {
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
      const topicNo = required(topics, `${note.by}/${note.topic}`)
      noteNo = (await postNote(context, author, { ...draft, topicNo })).noteNo
      noteNos.set(note.title, noteNo)
      for (const key of note.shared) await shareNote(context, author, { noteNo, hubNo: required(hubs, key) })
    }
    const written = { daysAgo: note.day, run: write }
    if (note.edited === undefined) return [written]
    return [written, { daysAgo: note.edited, run: () => updateNote(context, author, { ...draft, noteNo }) }]
  })
}

/** Comments are posted by users who have opened the note. They alternate with reactions to the note and, by its author, to them. */
function commentEvents(
  { context, notes, hubs, noteNos, viewerOf }: Fixtures,
  threads: DemoThread[],
): DemoEvent[] {
  return threads.flatMap(({ hub, note: title, comments }) => {
    const note = sharedNote(notes, title, hub)
    const commentNos: number[] = []
    return comments.map(({ by, text, after, replyTo, on }, index) => ({
      daysAgo: note.day - after,
      async run() {
        const share = { hubNo: required(hubs, hub), noteNo: required(noteNos, title) }
        const parentNo = replyTo === undefined ? undefined : commentNos[replyTo]
        const opened = await openNote(context, viewerOf(by), share.noteNo)
        const passage = on === undefined ? undefined : passageOf(opened, on)
        const comment = { ...share, text, requestKey: randomUUID(), replyTo: parentNo, passage }
        const { commentNo } = await postComment(context, viewerOf(by), comment)
        commentNos.push(commentNo)
        if (by === note.by) return
        if (index % 2 === 0) await setReaction(context, viewerOf(by), { ...share, isOn: true })
        else await setReaction(context, viewerOf(note.by), { ...share, commentNo, isOn: true })
      },
    }))
  })
}

function highlightEvents(
  { context, notes, hubs, noteNos, viewerOf }: Fixtures,
  threads: DemoThread[],
): DemoEvent[] {
  return threads.flatMap(({ hub, note: title, highlights }) => {
    const note = sharedNote(notes, title, hub)
    return highlights.flatMap(({ on, by }) =>
      Object.entries(by).map(([key, after]) => ({
        daysAgo: note.day - after,
        async run() {
          const share = { hubNo: required(hubs, hub), noteNo: required(noteNos, title) }
          const opened = await openNote(context, viewerOf(key), share.noteNo)
          await highlightPassage(context, viewerOf(key), { ...share, passage: passageOf(opened, on) })
        },
      })),
    )
  })
}

function sharedNote(notes: readonly DemoNote[], title: string, hub: string): DemoNote {
  const note = notes.find(candidate => candidate.title === title && candidate.shared.includes(hub))
  if (note === undefined) throw new Error(`no note ‘${title}’ is shared with ${hub}`)
  return note
}

function passageOf({ title, text: markdown, version }: NoteRecord, words: string): Passage {
  const text = noteText(markdown)
  const start = text.indexOf(words)
  const passage = start === -1 ? null : passageAt(text, start, start + words.length, version)
  if (passage === null) throw new Error(`‘${title}’ has no words ‘${words}’`)
  return passage
}

function suggestionEvents({ context, data, viewerOf }: Fixtures): DemoEvent[] {
  return data.suggestions.map(({ by, text, answer }, index) => ({
    daysAgo: ((index + 1) * FOUNDED_DAYS_AGO) / (data.suggestions.length + 1),
    async run() {
      const result = await createSuggestion(context, viewerOf(by), text)
      if (!('posted' in result)) return
      const { suggestionNo } = result.posted
      if (answer !== undefined)
        await answerSuggestion(context, viewerOf(data.administrator), suggestionNo, answer)
      const agreeing = data.people.filter(
        ({ key }, at) => key !== by && (at * 7 + index * 5) % 13 < index % 7,
      )
      for (const { key } of agreeing)
        await setSuggestionReaction(context, viewerOf(key), { suggestionNo, isOn: true })
    },
  }))
}

function noticeEvents({ context, data, viewerOf }: Fixtures): DemoEvent[] {
  return data.notices.map((notice, index) => ({
    daysAgo:
      ((data.notices.length - index - 1) * FOUNDED_DAYS_AGO) / data.notices.length + NEWEST_NOTICE_DAYS_AGO,
    run: () => createNotice(context, viewerOf(data.administrator), { display: 1, ...notice }),
  }))
}

function readEvents({ context, data, hubs, viewerOf }: Fixtures): DemoEvent[] {
  return data.hubs.flatMap(({ key, members }, hubIndex) =>
    members.map((member, memberIndex) => ({
      daysAgo: READ_DAYS_AGO + ((hubIndex * 7 + memberIndex * 3) % 11),
      run: () => markAsRead(context, viewerOf(member), required(hubs, key), undefined),
    })),
  )
}

function required<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the demo content has no ${key}`)
  return value
}

/** A clock that the demo sets to dates in the past. */
export function demoClock(): DemoClock & { now: () => Date } {
  let daysAgo = 0
  return {
    setDaysAgo(days) {
      daysAgo = days
    },
    now: () => new Date(Date.now() - daysAgo * DAY_MS),
  }
}
